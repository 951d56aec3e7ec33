#define FIRST
#ifdef FIRST
def first;
#else
this is never read "
#endif
#ifndef FIRST
/* #endif in a comment
*/
#else
def not_skipped;
#endif
  #ifdef SECOND // a comment may follow
#ifdef FIRST
def never;
#endif
#else /* and here */
def second_is_undefined;
#endif
