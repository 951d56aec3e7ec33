// Edit distance with the edits, the longest common subsequence, and a fuzzy search in a list of
// words.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 32 };

static int least(int a, int b, int c) { return a < b ? a < c ? a : c : b < c ? b : c; }

static int distance(const char *a, const char *b) {
    uint8_t row[MOST];
    int n = (int)strlen(b);
    for (int k = 0; k <= n; k++) row[k] = (uint8_t)k;
    for (int i = 1; a[i - 1]; i++) {
        int diagonal = row[0];
        row[0] = (uint8_t)i;
        for (int k = 1; k <= n; k++) {
            int above = row[k];
            row[k] = (uint8_t)least(above + 1, row[k - 1] + 1, diagonal + (a[i - 1] != b[k - 1]));
            diagonal = above;
        }
    }
    return row[n];
}

static int edits(const char *a, const char *b, char *to) {
    static short table[MOST][MOST];
    int m = (int)strlen(a), n = (int)strlen(b);
    for (int i = m; i >= 0; i--)
        for (int k = n; k >= 0; k--)
            table[i][k] = (short)(i == m         ? n - k
                                  : k == n       ? m - i
                                  : a[i] == b[k] ? table[i + 1][k + 1]
                                                 : 1 + least(table[i + 1][k], table[i][k + 1],
                                                             table[i + 1][k + 1]));
    for (int i = 0, k = 0; i < m || k < n;) {
        if (i < m && k < n && a[i] == b[k]) {
            *to++ = a[i++];
            k++;
        } else if (i < m && k < n && table[i][k] == 1 + table[i + 1][k + 1]) {
            to += sprintf(to, "[%c>%c]", a[i++], b[k++]);
        } else if (i < m && table[i][k] == 1 + table[i + 1][k]) {
            to += sprintf(to, "[-%c]", a[i++]);
        } else {
            to += sprintf(to, "[+%c]", b[k++]);
        }
    }
    *to = 0;
    return table[0][0];
}

static int common(const char *a, const char *b, char *to) {
    static uint8_t length[MOST][MOST];
    int m = (int)strlen(a), n = (int)strlen(b), size = 0;
    memset(length, 0, sizeof length);
    for (int i = m - 1; i >= 0; i--)
        for (int k = n - 1; k >= 0; k--) {
            uint8_t down = length[i + 1][k], right = length[i][k + 1];
            length[i][k] = a[i] == b[k]   ? (uint8_t)(length[i + 1][k + 1] + 1)
                           : down > right ? down
                                          : right;
        }
    for (int i = 0, k = 0; i < m && k < n;) {
        if (a[i] == b[k]) {
            to[size++] = a[i++];
            k++;
        } else if (length[i + 1][k] >= length[i][k + 1]) {
            i++;
        } else {
            k++;
        }
    }
    to[size] = 0;
    return size;
}

int main(void) {
    static const char *pairs[][2] = {{"kitten", "sitting"},
                                     {"saturday", "sunday"},
                                     {"", "abc"},
                                     {"abc", ""},
                                     {"same", "same"},
                                     {"intention", "execution"},
                                     {"abcdefghij", "jihgfedcba"}};
    char text[160];
    for (int i = 0; i < 7; i++) {
        int n = edits(pairs[i][0], pairs[i][1], text);
        printf("%s, %s: %d %d %s", pairs[i][0], pairs[i][1], distance(pairs[i][0], pairs[i][1]), n,
               text);
        n = common(pairs[i][0], pairs[i][1], text);
        printf(" %d '%s'\n", n, text);
    }
    static const char *words[] = {"circuit",     "schedule", "register", "allocate",
                                  "instruction", "branch",   "vector",   "memory"};
    static const char *typed[] = {"circut", "shedule", "regsiter", "alocate",
                                  "brnach", "mermory", "vecter"};
    for (int t = 0; t < 7; t++) {
        int best = 0, smallest = 99;
        for (int w = 0; w < 8; w++) {
            int d = distance(typed[t], words[w]);
            if (d < smallest) {
                smallest = d;
                best = w;
            }
        }
        printf("%s: %s (%d)\n", typed[t], words[best], smallest);
    }
    return 0;
}
