#include <locale_impl.h>

/* Without maps: everything is as in C. */
const struct __locale_struct __c_locale = {0};
