#ifndef _ALLOCA_H
#define _ALLOCA_H

#include <bits/alltypes.h>
#define alloca __builtin_alloca

#endif
