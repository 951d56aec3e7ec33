// printf with every conversion, flag, width, precision and length modifier that C defines.
#include <float.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

int main(void) {
    printf("[%d] [%i] [%5d] [%-5d] [%05d] [%+d] [% d] [%+5d] [%-+5d|]\n", 1, -2, 3, 4, 5, 6, 7, 8,
           9);
    printf("[%d] [%d] [%u] [%x] [%X] [%o]\n", INT_MAX, INT_MIN, UINT_MAX, 0xBEEFu, 0xBEEFu, 0755u);
    printf("[%#x] [%#X] [%#o] [%#x] [%#o] [%08x] [%#010x] [%-#10x|]\n", 255u, 255u, 8u, 0u, 0u,
           0xABCu, 0xABCu, 0xABCu);
    printf("[%.0d] [%.0d] [%.3d] [%8.3d] [%-8.3d] [%08.3d] [%.10u] [%+.3d]\n", 0, 1, 5, 5, 5, 5,
           42u, 7);
    printf("[%hhd] [%hhu] [%hd] [%hu] [%ld] [%lu]\n", (signed char)-1, (unsigned char)200,
           (short)-300, (unsigned short)60000, -5L, 5UL);
    printf("[%lld] [%llu] [%llx] [%llo]\n", LLONG_MIN, ULLONG_MAX, 0x123456789ABCDEFULL,
           0x123456789ABCDEFULL);
    printf("[%jd] [%ju] [%zu] [%td]\n", (intmax_t)-7, (uintmax_t)7, (size_t)123, (ptrdiff_t)-4);
    printf("[%" PRId8 "] [%" PRId16 "] [%" PRId32 "] [%" PRId64 "] [%" PRIx64 "]\n", (int8_t)-8,
           (int16_t)-16, (int32_t)-32, (int64_t)-64, (uint64_t)1 << 63);
    printf("[%c] [%3c] [%-3c] [%%] [%s] [%10s] [%-10s] [%.2s] [%8.3s] [%-8.3s|] [%.0s]\n", 'a', 'b',
           'c', "text", "right", "left", "cut", "both", "both", "none");
    printf("[%*d] [%-*d] [%*d] [%.*s] [%.*d] [%.*s]\n", 6, 1, 6, 2, -6, 3, 3, "abcdef", 4, 5, -1,
           "all");
    printf("[%f] [%.0f] [%.1f] [%#.0f] [%10.3f] [%-10.3f] [%010.3f] [%+f] [% f]\n", 3.14159, 2.5,
           0.25, 3.0, 3.14159, 3.14159, -3.14159, 1.0, 1.0);
    printf("[%e] [%E] [%.0e] [%.3e] [%12.2e] [%-12.2e|] [%e]\n", 12345.678, 0.00012345, 5.5, 1e100,
           1e-100, 1e10, 0.0);
    printf("[%g] [%g] [%g] [%g] [%g] [%G] [%#g] [%.3g] [%.10g]\n", 100000.0, 1000000.0, 0.0001,
           0.00001, 1.5, 1e-10, 1.0, 1234.5, 1.0 / 3);
    printf("[%.15g] [%.17g] [%.17g] [%.20f] [%.30g]\n", 0.1, 0.1, 1.0 / 3, 0.1, 1e22);
    printf("[%f] [%F] [%e] [%g] [%5.1f] [%-6f|] [%06f]\n", INFINITY, -INFINITY, INFINITY, -INFINITY,
           INFINITY, INFINITY, INFINITY);
    printf("[%f] [%G] [%8f]\n", fabs(NAN), fabs(NAN), fabs(NAN));
    printf("[%f] [%g] [%e] [%+.0f]\n", -0.0, -0.0, -0.0, 0.0);
    printf("[%a] [%A] [%.2a] [%a] [%a] [%20a] [%a]\n", 1.0, 255.5, 3.14159, 0.0, -0.5, 1024.0, 0.1);
    printf("[%.17g] [%.17g] [%.17g] [%.3e]\n", DBL_MAX, DBL_MIN, DBL_EPSILON, 5e-324);
    printf("[%.9g] [%.9g] [%f]\n", FLT_MAX, FLT_MIN, (double)FLT_EPSILON);
    printf("[%.0f] [%.0f] [%.0f] [%.0f] [%.2f] [%.2f] [%.1f]\n", 0.5, 1.5, 2.5, 3.5, 1.005, 2.675,
           0.05);
    printf("[%.3f] [%.10f]\n", 1e20, 123456789.0123456789);
    printf("[%Lf] [%.3Lg] [%Le]\n", 1.5L, 1234.5L, 0.25L);
    int count = -1;
    long long wide = -1;
    printf("abc%ndef%lln\n", &count, &wide);
    printf("%d %lld\n", count, wide);
    printf("[%p] [%10p]\n", (void *)0x1234, (void *)0xFF);
    char buffer[16];
    int n = snprintf(buffer, sizeof buffer, "%s", "a text that is too long");
    printf("%d '%s' %d\n", n, buffer, (int)strlen(buffer));
    n = snprintf(buffer, 0, "%d", 12345);
    printf("%d '%.3s'\n", n, buffer);
    n = sprintf(buffer, "%03d|%-4s|", 7, "x");
    printf("%d '%s'\n", n, buffer);
    n = printf("%s%c", "", 0 + '\n');
    printf("%d\n", n);
    return 0;
}
