// volatile objects keep their accesses: shared flags, device-like registers, through pointers and
// in structures.
#include <stdint.h>
#include <stdio.h>

typedef struct {
    volatile uint8_t status;
    volatile uint16_t data;
    volatile uint32_t control;
    volatile uint64_t wide;
} Device;

static Device device;
static volatile int flag;
static volatile float single = 1.5f;
static volatile double real = 2.25;
static const volatile int constant = 5;
static volatile signed char small = -1;

static int wait(int limit) {
    int turns = 0;
    while (!flag)
        if (++turns == limit) flag = turns;
    return turns;
}

static uint32_t transfer(Device *d, const uint16_t *from, int n) {
    uint32_t sum = 0;
    for (int i = 0; i < n; i++) {
        d->data = from[i];
        d->control = d->control << 1 | (d->data & 1u);
        d->status++;
        sum += d->data + d->status;
        d->wide += (uint64_t)d->data << 32 | d->status;
    }
    return sum;
}

int main(void) {
    static const uint16_t data[] = {1, 2, 65535, 4, 5};
    int turns = wait(10);
    printf("%d %d\n", turns, flag);
    printf("%u\n", (unsigned)transfer(&device, data, 5));
    printf("%d %d %x %llx\n", device.status, device.data, (unsigned)device.control,
           (unsigned long long)device.wide);
    single *= 2;
    real = real * real - (double)single;
    small = (signed char)(small * 2);
    printf("%g %g %d %d\n", (double)single, real, small, constant + constant);
    volatile int local[4] = {1, 2, 3, 4};
    volatile int *p = local;
    int sum = 0;
    for (int i = 0; i < 4; i++) sum += *p++ * (i + 1);
    local[1] = local[1];
    (void)local[2];
    printf("%d\n", sum);
    int *volatile pointer = &sum;
    *pointer = 12;
    pointer = 0;
    printf("%d %d\n", sum, pointer == 0);
    device.status = 250;
    for (int i = 0; i < 10; i++) device.status++;
    printf("%d\n", device.status);
    volatile uint64_t counter = 0xFFFFFFFF;
    counter++;
    counter += counter;
    printf("%llx\n", (unsigned long long)counter);
    return 0;
}
