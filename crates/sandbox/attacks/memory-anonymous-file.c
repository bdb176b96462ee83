// wall: control groups
// expect: memory, held, signal 25
// A file that has no name and no size limit.
#define _GNU_SOURCE
#include <sys/mman.h>
#include <string.h>
#include <unistd.h>
int main(void) {
    static char page[1 << 20];
    int fd = memfd_create("x", 0);
    memset(page, 1, sizeof page);
    for (;;) if (write(fd, page, sizeof page) < 0) return 0;
}
