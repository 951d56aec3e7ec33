#include <stdio.h>

__attribute__((noinline)) static int longest(int limit)
{
    int best = 0, most = 0;
    for (int n = 1; n < limit; n++) {
        int x = n, steps = 0;
        while (x != 1) {
            x = x & 1 ? 3 * x + 1 : x >> 1;
            steps++;
        }
        if (steps > most) {
            most = steps;
            best = n;
        }
    }
    return best;
}

int main(void)
{
    printf("%d\n", longest(2000));
}
