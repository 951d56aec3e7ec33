// Unions: type punning of floats and integers, tagged variants, common prefixes, arrays in unions.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef union {
    float f;
    uint32_t u;
    int32_t i;
    uint16_t h[2];
    uint8_t b[4];
} Single;
typedef union {
    double d;
    uint64_t u;
    uint32_t w[2];
    Single s[2];
} Double;

typedef struct {
    enum { CIRCLE, RECTANGLE, TEXT, NOTHING } kind;
    union {
        struct {
            float radius;
        } circle;
        struct {
            short width, height;
        } rectangle;
        struct {
            char name[11];
            unsigned char size;
        } text;
    };
} Shape;

static float area(Shape s) {
    switch (s.kind) {
    case CIRCLE: return 3 * s.circle.radius * s.circle.radius;
    case RECTANGLE: return (float)(s.rectangle.width * s.rectangle.height);
    case TEXT: return (float)(strlen(s.text.name) * s.text.size);
    default: return -1;
    }
}

static Shape scaled(Shape s, int by) {
    switch (s.kind) {
    case CIRCLE: s.circle.radius *= (float)by; break;
    case RECTANGLE:
        s.rectangle.width = (short)(s.rectangle.width * by);
        s.rectangle.height = (short)(s.rectangle.height * by);
        break;
    case TEXT: s.text.size = (unsigned char)(s.text.size * by); break;
    case NOTHING: break;
    }
    return s;
}

// Fast inverse square root and its Newton steps, in float only.
static float inverse_root(float x) {
    Single s = {x};
    s.u = 0x5F3759DFu - (s.u >> 1);
    for (int i = 0; i < 3; i++) s.f = s.f * (1.5f - 0.5f * x * s.f * s.f);
    return s.f;
}

static Double next_after(Double x, int steps) {
    x.u += (uint64_t)(int64_t)steps;
    return x;
}

int main(void) {
    Single s = {1.0f};
    printf("%08x %04x %04x %02x %02x\n", (unsigned)s.u, s.h[0], s.h[1], s.b[2], s.b[3]);
    s.b[3] = 0xC0;
    printf("%g %d\n", (double)s.f, (int)s.i);
    s.u ^= 0x80000000u;
    s.h[0]++;
    printf("%.9g\n", (double)s.f);
    Double d = {1.0};
    d = next_after(d, 1);
    printf("%.17g %08x %08x\n", d.d, (unsigned)d.w[0], (unsigned)d.w[1]);
    d = next_after(d, -2);
    printf("%.17g %g\n", d.d, (double)d.s[1].f);
    d.w[1] = 0x40090000;
    d.w[0] = 0;
    printf("%g %016llx\n", d.d, (unsigned long long)d.u);
    const Shape shapes[] = {{CIRCLE, {.circle = {1.5f}}},
                            {RECTANGLE, {.rectangle = {-3, 7}}},
                            {TEXT, {.text = {"label", 12}}},
                            {NOTHING, {{0}}}};
    for (unsigned i = 0; i < sizeof shapes / sizeof shapes[0]; i++)
        printf("%g %g\n", (double)area(shapes[i]), (double)area(scaled(shapes[i], 3)));
    for (int i = 1; i < 6; i++) printf("%.6g ", (double)inverse_root((float)(i * i)));
    putchar('\n');
    static union {
        char text[8];
        uint64_t number;
    } constant = {"ABCDEFG"};
    printf("%llx\n", (unsigned long long)constant.number);
    uint32_t classes = 0;
    static const uint32_t patterns[] = {0,          0x80000000, 1,          0x007FFFFF, 0x00800000,
                                        0x7F7FFFFF, 0x7F800000, 0xFF800000, 0x7FC00000, 0x7F800001};
    for (unsigned i = 0; i < sizeof patterns / sizeof patterns[0]; i++) {
        s.u = patterns[i];
        classes =
            classes << 3 | (uint32_t)(s.f != s.f) << 2 | (uint32_t)(s.f < 1e-37f) << 1 | (s.f == 0);
    }
    printf("%o\n", (unsigned)classes);
    return 0;
}
