#ifndef _SYS_TIME_H
#define _SYS_TIME_H

#ifdef __cplusplus
extern "C" {
#endif

#define __NEED_time_t
#define __NEED_suseconds_t
#define __NEED_struct_timeval
#include <bits/alltypes.h>

int gettimeofday(struct timeval *__restrict, void *__restrict);

#ifdef __cplusplus
}
#endif

#endif
