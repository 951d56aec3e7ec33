/* In place of the one that musl's sources would include. */
#include "../include/unistd.h"
