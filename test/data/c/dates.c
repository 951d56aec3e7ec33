// Dates: days since an epoch both ways, weekdays by Zeller and by Conway's doomsday, ISO weeks,
// Easter, calendars, times.
#include <stdio.h>
#include <string.h>

typedef struct {
    int year;
    unsigned char month, day;
} Date;

static int leap(int y) { return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0; }

static int month_days(int y, int m) {
    static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return days[m - 1] + (m == 2 && leap(y));
}

// Days since 1 March of the year 0, minus those until 1 January 1970.
static long to_days(Date d) {
    int y = d.year - (d.month <= 2), era = (y >= 0 ? y : y - 399) / 400;
    unsigned of_era = (unsigned)(y - era * 400),
             of_year = (153u * (d.month + (d.month > 2 ? -3u : 9u)) + 2) / 5 + d.day - 1;
    return era * 146097L + (long)(of_era * 365 + of_era / 4 - of_era / 100 + of_year) - 719468L;
}

static Date from_days(long z) {
    z += 719468;
    long era = (z >= 0 ? z : z - 146096) / 146097;
    unsigned day = (unsigned)(z - era * 146097),
             year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    unsigned of_year = day - (365 * year + year / 4 - year / 100), m = (5 * of_year + 2) / 153;
    Date d = {(int)year + (int)era * 400, (unsigned char)(m + (m < 10 ? 3u : -9u)),
              (unsigned char)(of_year - (153 * m + 2) / 5 + 1)};
    d.year += d.month <= 2;
    return d;
}

static int weekday(Date d) { return (int)(((to_days(d) + 4) % 7 + 7) % 7); } // 0 is Sunday

static int zeller(Date d) {
    int m = d.month, y = d.year;
    if (m < 3) m += 12, y--;
    return (d.day + 13 * (m + 1) / 5 + y + y / 4 - y / 100 + y / 400 + 6) % 7;
}

static int doomsday(Date d) {
    static const signed char anchors[] = {2, 0, 5, 3},
                             days[2][12] = {{3, 28, 7, 4, 9, 6, 11, 8, 5, 10, 7, 12},
                                            {4, 29, 7, 4, 9, 6, 11, 8, 5, 10, 7, 12}};
    int y = d.year % 100, anchor = anchors[d.year / 100 % 4];
    int day = (anchor + y / 12 + y % 12 + y % 12 / 4) % 7;
    return ((d.day - days[leap(d.year)][d.month - 1] + day) % 7 + 7) % 7;
}

static int iso_week(Date d, int *year) {
    int w = (weekday(d) + 6) % 7;
    Date thursday = from_days(to_days(d) - w + 3);
    *year = thursday.year;
    return (int)(to_days(thursday) - to_days((Date){thursday.year, 1, 1})) / 7 + 1;
}

static Date easter(int y) {
    int a = y % 19, b = y / 100, c = y % 100, d = b / 4, e = b % 4, f = (b + 8) / 25,
        g = (b - f + 1) / 3, h = (19 * a + b - d - g + 15) % 30;
    int i = c / 4, k = c % 4, l = (32 + 2 * e + 2 * i - h - k) % 7, m = (a + 11 * h + 22 * l) / 451;
    return (Date){y, (unsigned char)((h + l - 7 * m + 114) / 31),
                  (unsigned char)((h + l - 7 * m + 114) % 31 + 1)};
}

static void calendar(int year, int month) {
    int first = weekday((Date){year, (unsigned char)month, 1}), days = month_days(year, month);
    printf("%04d-%02d\n Su Mo Tu We Th Fr Sa\n%*s", year, month, first * 3, "");
    for (int d = 1; d <= days; d++)
        printf("%3d%s", d, (first + d) % 7 == 0 || d == days ? "\n" : "");
}

int main(void) {
    static const char *names[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    static const Date dates[] = {{1970, 1, 1},   {2000, 2, 29},  {1900, 3, 1},
                                 {1582, 10, 15}, {2026, 11, 23}, {2024, 12, 30},
                                 {2021, 1, 3},   {2400, 2, 29},  {1969, 7, 20}};
    for (unsigned i = 0; i < sizeof dates / sizeof dates[0]; i++) {
        Date d = dates[i], back = from_days(to_days(d));
        int year, week = iso_week(d, &year);
        printf("%04d-%02d-%02d: %7ld %s %d%d %04d-W%02d %s\n", d.year, d.month, d.day, to_days(d),
               names[weekday(d)], zeller(d) == weekday(d), doomsday(d) == weekday(d), year, week,
               back.year == d.year && back.month == d.month && back.day == d.day ? "same"
                                                                                 : "DIFFERENT");
    }
    int wrong = 0;
    Date d = {1999, 12, 1};
    for (long z = to_days(d); z < to_days((Date){2000, 4, 1}); z++) {
        Date got = from_days(z);
        if (got.year != d.year || got.month != d.month || got.day != d.day ||
            zeller(d) != weekday(d) || doomsday(d) != weekday(d))
            wrong++;
        if (++d.day > month_days(d.year, d.month)) {
            d.day = 1;
            if (++d.month > 12) d.month = 1, d.year++;
        }
    }
    printf("%d wrong\n", wrong);
    for (int y = 2020; y < 2030; y++) {
        Date e = easter(y);
        printf("%02d-%02d ", e.month, e.day);
    }
    putchar('\n');
    calendar(2024, 2);
    long long seconds = 253402300799LL;
    int rest = (int)(seconds % 86400);
    d = from_days((long)(seconds / 86400));
    printf("%04d-%02d-%02d %02d:%02d:%02d\n", d.year, d.month, d.day, rest / 3600, rest / 60 % 60,
           rest % 60);
    return 0;
}
