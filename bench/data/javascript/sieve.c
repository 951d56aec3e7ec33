#include <stdio.h>
#include <stdlib.h>

__attribute__((noinline)) static int sieve(int n)
{
    unsigned char *composite = calloc(n + 1, 1);
    int count = 0;
    for (int i = 2; i <= n; i++) {
        if (composite[i])
            continue;
        count++;
        for (int j = i + i; j <= n; j += i)
            composite[j] = 1;
    }
    return count;
}

int main(void)
{
    printf("%d\n", sieve(20000));
}
