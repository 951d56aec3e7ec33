/*
 * A csmith program as a function that gives its checksum, so that it needs no
 * C library: PROGRAM names its file.
 */
#include <stdio.h>
#include <string.h>

#define printf(...) 0
#define strcmp(left, right) 1
#define main program
#include PROGRAM

unsigned checksum(void) {
  program(1, 0);
  return crc32_context ^ 0xFFFFFFFFU;
}
