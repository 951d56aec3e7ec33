// strtol, strtoul, strtoll, strtod, strtof, atoi, atof: values, ends and errno.
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void integer(const char *text, int base) {
    char *end, *end2;
    errno = 0;
    long long value = strtoll(text, &end, base);
    int range = errno == ERANGE;
    errno = 0;
    unsigned long long other = strtoull(text, &end2, base);
    printf("'%s' base %d: %lld%s (%d), %llu%s (%d)\n", text, base, value,
           range ? " out of range" : "", (int)(end - text), other,
           errno == ERANGE ? " out of range" : "", (int)(end2 - text));
}

static void real(const char *text) {
    char *end;
    errno = 0;
    double value = strtod(text, &end);
    printf("'%s': %.17g%s (%d)", text, value,
           errno == ERANGE && fabs(value) > 1 ? " out of range" : "", (int)(end - text));
    float f = strtof(text, NULL);
    printf(" %.9g\n", (double)f);
}

int main(void) {
    static const struct {
        const char *text;
        int base;
    } integers[] = {{"0", 10},
                    {"  -42abc", 10},
                    {"+7", 10},
                    {"0x1F", 16},
                    {"0x1F", 0},
                    {"077", 0},
                    {"077", 10},
                    {"1010", 2},
                    {"zz", 36},
                    {"9", 8},
                    {"", 10},
                    {"-", 10},
                    {"0x", 16},
                    {"9223372036854775807", 10},
                    {"9223372036854775808", 10},
                    {"-9223372036854775808", 10},
                    {"-9223372036854775809", 10},
                    {"18446744073709551615", 10},
                    {"18446744073709551616", 10},
                    {"\t\n 12 34", 10},
                    {"1e5", 10}};
    for (unsigned i = 0; i < sizeof integers / sizeof integers[0]; i++)
        integer(integers[i].text, integers[i].base);
    printf("%d %d %ld\n", atoi("123x"), atoi(" -9"), atol("2147483647"));
    printf("%ld %lu\n", strtol("7fffffff", NULL, 16), strtoul("ffffffff", NULL, 16));
    static const char *reals[] = {"0",
                                  "-0",
                                  "1",
                                  "3.14159265358979323846",
                                  "1e10",
                                  "1E-10",
                                  ".5",
                                  "5.",
                                  "-.5e+2x",
                                  "1e400",
                                  "-1e400",
                                  "1e-400",
                                  "4.9e-324",
                                  "2.2250738585072014e-308",
                                  "1.7976931348623157e308",
                                  "0x1p4",
                                  "0x1.8p-1",
                                  "0x.1",
                                  "inf",
                                  "-infinity",
                                  "in",
                                  "9007199254740993",
                                  "0.1",
                                  "123456789012345678901234567890",
                                  "1.00000000000000011102230246251565404",
                                  "e5",
                                  "1e",
                                  "1e+",
                                  " \n+2.5",
                                  "0.000000000000000000000000000000123"};
    for (unsigned i = 0; i < sizeof reals / sizeof reals[0]; i++) real(reals[i]);
    printf("%d %d\n", !!isnan(strtod("nan", NULL)), !!isnan(strtod("-NAN", NULL)));
    printf("%g %g\n", atof("2.5kg"), atof("kg"));
    // what is printed with 17 digits is read back
    double x = 1.0 / 3;
    int same = 0;
    for (int i = 0; i < 20; i++) {
        char text[40];
        snprintf(text, sizeof text, "%.17g", x);
        same += strtod(text, NULL) == x;
        x = x * -7.3 + 1e-5;
    }
    printf("%d same\n", same);
    div_t q = div(-17, 5);
    printf("%d %d %d\n", q.quot, q.rem, abs(-3));
    lldiv_t w = lldiv(-1000000000000, 7);
    printf("%lld %lld %lld\n", w.quot, w.rem, llabs(-5));
    return 0;
}
