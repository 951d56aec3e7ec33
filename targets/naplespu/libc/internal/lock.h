/* One thread needs no locks. */
#define LOCK(lock) ((void)(lock))
#define UNLOCK(lock) ((void)(lock))
