// args: 40
// Planets in double precision: only + - * / and sqrt, so that every digit is determined.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    double x[3], v[3], mass;
} Body;

static Body bodies[] = {
    {{0, 0, 0}, {0, 0, 0}, 39.5},
    {{4.84, -1.16, -0.103}, {0.606, 2.81, -0.0252}, 0.0377},
    {{8.34, 4.12, -0.403}, {-1.01, 1.82, 0.00841}, 0.0113},
    {{12.9, -15.1, -0.223}, {1.08, 0.868, -0.0108}, 0.00172},
    {{15.4, -25.9, 0.179}, {0.979, 0.594, -0.0347}, 0.00203},
};
enum { COUNT = sizeof bodies / sizeof bodies[0] };

static double energy(void) {
    double e = 0;
    for (int i = 0; i < COUNT; i++) {
        const Body *b = &bodies[i];
        e += 0.5 * b->mass * (b->v[0] * b->v[0] + b->v[1] * b->v[1] + b->v[2] * b->v[2]);
        for (int j = i + 1; j < COUNT; j++) {
            double square = 0;
            for (int k = 0; k < 3; k++)
                square += (b->x[k] - bodies[j].x[k]) * (b->x[k] - bodies[j].x[k]);
            e -= b->mass * bodies[j].mass / sqrt(square);
        }
    }
    return e;
}

static void advance(double dt) {
    for (int i = 0; i < COUNT; i++)
        for (int j = i + 1; j < COUNT; j++) {
            double d[3], square = 0;
            for (int k = 0; k < 3; k++) {
                d[k] = bodies[i].x[k] - bodies[j].x[k];
                square += d[k] * d[k];
            }
            double magnitude = dt / (square * sqrt(square));
            for (int k = 0; k < 3; k++) {
                bodies[i].v[k] -= d[k] * bodies[j].mass * magnitude;
                bodies[j].v[k] += d[k] * bodies[i].mass * magnitude;
            }
        }
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++) bodies[i].x[k] += dt * bodies[i].v[k];
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 10;
    double momentum[3] = {0};
    for (int i = 0; i < COUNT; i++)
        for (int k = 0; k < 3; k++) momentum[k] += bodies[i].v[k] * bodies[i].mass;
    for (int k = 0; k < 3; k++) bodies[0].v[k] = -momentum[k] / bodies[0].mass;
    printf("%.17g\n", energy());
    for (int i = 0; i < steps; i++) advance(0.01);
    printf("%.17g\n", energy());
    for (int i = 0; i < COUNT; i++)
        printf("%.15g %.15g %.15g\n", bodies[i].x[0], bodies[i].x[1], bodies[i].x[2]);
    return 0;
}
