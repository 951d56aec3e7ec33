#ifndef _SYS_TYPES_H
#define _SYS_TYPES_H

#define __NEED_size_t
#define __NEED_ssize_t
#define __NEED_off_t
#define __NEED_time_t
#define __NEED_clock_t
#define __NEED_suseconds_t
#define __NEED_useconds_t
#define __NEED_mode_t
#define __NEED_pid_t
#define __NEED_uid_t
#define __NEED_gid_t
#define __NEED_int8_t
#define __NEED_int16_t
#define __NEED_int32_t
#define __NEED_int64_t
#define __NEED_u_int64_t
#include <bits/alltypes.h>

typedef unsigned char u_char, u_int8_t;
typedef unsigned short u_short, u_int16_t;
typedef unsigned u_int, uint, u_int32_t;
typedef unsigned long u_long, ulong;

#endif
