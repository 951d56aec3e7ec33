/* One locale: messages in English, characters in UTF-8. */
#ifndef _LOCALE_IMPL_H
#define _LOCALE_IMPL_H

#include <locale.h>
#include <stdlib.h>
#include "libc.h"

struct __locale_map {
	char name[8];
};

extern hidden const struct __locale_struct __c_locale;

#define CURRENT_LOCALE ((locale_t)&__c_locale)
#define C_LOCALE CURRENT_LOCALE
#define UTF8_LOCALE CURRENT_LOCALE
#define CURRENT_UTF8 1
#define LCTRANS(message, category, locale) (message)
#define LCTRANS_CUR(message) (message)
#undef MB_CUR_MAX
#define MB_CUR_MAX 4

#endif
