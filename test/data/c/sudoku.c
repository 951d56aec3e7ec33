// A sudoku solver: candidate masks, the most constrained cell first; the puzzle is standard input.
#include <stdint.h>
#include <stdio.h>

static uint16_t rows[9], columns[9], boxes[9];
static uint8_t board[81];
static int tried;

static void place(int cell, int digit) {
    uint16_t bit = (uint16_t)(1u << digit);
    board[cell] = (uint8_t)digit;
    rows[cell / 9] |= bit;
    columns[cell % 9] |= bit;
    boxes[cell / 27 * 3 + cell % 9 / 3] |= bit;
}

static void clear(int cell) {
    uint16_t mask = (uint16_t)~(1u << board[cell]);
    board[cell] = 0;
    rows[cell / 9] &= mask;
    columns[cell % 9] &= mask;
    boxes[cell / 27 * 3 + cell % 9 / 3] &= mask;
}

static int solve(void) {
    int best = -1, fewest = 10;
    unsigned free = 0;
    for (int cell = 0; cell < 81; cell++) {
        if (board[cell]) continue;
        unsigned candidates =
            ~(unsigned)(rows[cell / 9] | columns[cell % 9] | boxes[cell / 27 * 3 + cell % 9 / 3]) &
            0x3FE;
        int n = __builtin_popcount(candidates);
        if (n < fewest) {
            fewest = n;
            best = cell;
            free = candidates;
            if (n < 2) break;
        }
    }
    if (best < 0) return 1;
    for (; free; free &= free - 1) {
        tried++;
        place(best, __builtin_ctz(free));
        if (solve()) return 1;
        clear(best);
    }
    return 0;
}

int main(void) {
    int cell = 0, c;
    while (cell < 81 && (c = getchar()) != EOF) {
        if (c >= '1' && c <= '9')
            place(cell++, c - '0');
        else if (c == '.')
            cell++;
    }
    if (cell < 81) return puts("the puzzle is not complete"), 1;
    int solved = solve();
    for (int i = 0; i < 81; i++)
        printf("%d%s", board[i], i % 9 == 8 ? "\n" : i % 3 == 2 ? " | " : " ");
    printf("%s after %d placements\n", solved ? "solved" : "impossible", tried);
    return !solved;
}
