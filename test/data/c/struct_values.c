// Structures of every size passed and returned by value, alone and among other arguments.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define SIZED(N)                                                                                   \
    typedef struct {                                                                               \
        unsigned char b[N];                                                                        \
    } S##N;                                                                                        \
    static unsigned sum##N(S##N s) {                                                               \
        unsigned t = 0;                                                                            \
        for (int i = 0; i < N; i++) t = t * 3 + s.b[i];                                            \
        s.b[0] = 0;                                                                                \
        return t;                                                                                  \
    }                                                                                              \
    static S##N make##N(int seed) {                                                                \
        S##N s;                                                                                    \
        for (int i = 0; i < N; i++) s.b[i] = (unsigned char)(seed + i * i);                        \
        return s;                                                                                  \
    }                                                                                              \
    static S##N pass##N(int a, S##N s, double d, S##N t, char c) {                                 \
        for (int i = 0; i < N; i++) s.b[i] = (unsigned char)(s.b[i] + t.b[i] + a + (int)d + c);    \
        return s;                                                                                  \
    }

SIZED(1)
SIZED(2) SIZED(3) SIZED(4) SIZED(5) SIZED(6) SIZED(7) SIZED(8) SIZED(9) SIZED(11) SIZED(12)
    SIZED(13) SIZED(15) SIZED(16) SIZED(17) SIZED(20) SIZED(31) SIZED(64) SIZED(65) SIZED(100)

#define TRIAL(N)                                                                                   \
    {                                                                                              \
        S##N s = make##N(N);                                                                       \
        unsigned before = sum##N(s);                                                               \
        S##N t = pass##N(1, s, 2.5, make##N(3), 'a');                                              \
        S##N (*volatile indirect)(int, S##N, double, S##N, char) = pass##N;                        \
        S##N u = indirect(4, t, -1.0, s, 1);                                                       \
        printf("%d: %u %u %u %d\n", N, before, sum##N(t), sum##N(u), sum##N(s) == before);         \
    }

        typedef struct {
    int16_t x;
    char c;
    int32_t y;
} Mixed;
typedef struct {
    double d;
    char c;
} Aligned;
typedef struct {
    float x, y, z;
} Point;
typedef struct {
    double x, y;
} Pair;
typedef struct {
    Point a, b;
    Mixed m[2];
} Nested;
typedef struct {
    long long value;
} Wide;
typedef struct {
    char c;
    struct {
        short s;
        union {
            float f;
            unsigned u;
        };
    } in;
} Deep;
typedef struct {
    int n;
} One;

static Mixed mixed(Mixed a, Aligned b, Mixed c) {
    return (Mixed){(int16_t)(a.x + c.x), (char)(b.c + 1), (int32_t)b.d + a.y};
}
static Aligned aligned(char c, Aligned a, char d, Aligned b) {
    return (Aligned){a.d * b.d, (char)(a.c + b.c - c + d)};
}
static Point cross(Point a, Point b) {
    return (Point){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static Pair complex_product(Pair a, Pair b) {
    return (Pair){a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x};
}
static Nested turn(Nested n) {
    Nested r = {n.b, n.a, {n.m[1], n.m[0]}};
    r.m[0].y += 1;
    return r;
}
static Wide wide(int a, Wide w, int b, Wide v) { return (Wide){w.value * v.value + a - b}; }
static Deep deep(Deep d) {
    d.in.u ^= 0x80000000u;
    d.in.s++;
    return d;
}
static One recursive(One n) {
    return n.n <= 1 ? (One){1} : (One){n.n * recursive((One){n.n - 1}).n};
}
static int many(int a, int b, int c, int d, int e, int f, int g, int h, Mixed m, int i, Wide w,
                int j) {
    return a + 2 * b + 3 * c + 4 * d + 5 * e + 6 * f + 7 * g + 8 * h + m.x + m.c + m.y + 9 * i +
           (int)w.value + 10 * j;
}

int main(void) {
    TRIAL(1)
    TRIAL(2) TRIAL(3) TRIAL(4) TRIAL(5) TRIAL(6) TRIAL(7) TRIAL(8) TRIAL(9) TRIAL(11) TRIAL(12)
        TRIAL(13) TRIAL(15) TRIAL(16) TRIAL(17) TRIAL(20) TRIAL(31) TRIAL(64) TRIAL(65) TRIAL(100)
            Mixed m = mixed((Mixed){1, 'x', 3}, (Aligned){4.75, 'b'}, (Mixed){-6, 'y', 7});
    printf("%d %c %d\n", m.x, m.c, (int)m.y);
    Aligned a = aligned(1, (Aligned){1.5, 10}, 2, (Aligned){-2, 20});
    printf("%g %d\n", a.d, a.c);
    Point p = cross((Point){1, 2, 3}, (Point){-4, 5, 0.5f});
    printf("%g %g %g\n", p.x, p.y, p.z);
    Pair z = {1, 0.5};
    for (int i = 0; i < 5; i++) z = complex_product(z, (Pair){0.75, -1});
    printf("%.17g %.17g\n", z.x, z.y);
    Nested n = turn(turn(turn((Nested){{1, 2, 3}, {4, 5, 6}, {{7, 'a', 8}, {9, 'b', 10}}})));
    printf("%g %g %d %c %d %d\n", n.a.x, n.b.z, n.m[0].x, n.m[0].c, (int)n.m[0].y, (int)n.m[1].y);
    printf("%lld\n", wide(1, (Wide){1LL << 33}, 2, (Wide){-3}).value);
    Deep d = {'q', {7, {2.5f}}};
    d = deep(d);
    printf("%c %d %g\n", d.c, d.in.s, (double)d.in.f);
    printf("%d\n", recursive((One){10}).n);
    printf("%d\n", many(1, 2, 3, 4, 5, 6, 7, 8, m, 9, (Wide){100}, 10));
    Mixed array[3] = {{1, 'a', 2}, {3, 'b', 4}, {5, 'c', 6}}, copy[3];
    memcpy(copy, array, sizeof copy);
    array[0] = array[2];
    copy[1] = array[0];
    printf("%d %d %d\n", array[0].x, copy[1].x, copy[0].x);
    return 0;
}
