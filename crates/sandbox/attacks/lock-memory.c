// wall: no privilege
// expect: held
// Takes memory that can never be given back.
#define _GNU_SOURCE
#include <sys/mman.h>
int main(void) {
    char *p = mmap(0, 32 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mlock(p, 32 << 20) ? 0 : 42;
}
