/* What Debian's C++ runtime wants of its own C library and musl 1.2.3 does not have, for tests on musl. */

#include <stddef.h>
#include <stdint.h>
#include <sys/random.h>

/* Zero makes the runtime count references as with several threads. */
char __libc_single_threaded;

uint32_t arc4random(void) {
  uint32_t number;
  if (getrandom(&number, sizeof number, 0) != sizeof number) __builtin_trap();
  return number;
}

/* Nothing is found this way, so that the unwinder asks dl_iterate_phdr, which musl has. */
int _dl_find_object(void *address, void *found) {
  (void)address, (void)found;
  return -1;
}
