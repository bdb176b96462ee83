// wall: system call filter
// expect: held
// Leaves a root folder by entering another.
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    mkdir("/tmp/x", 0755);
    return chroot("/tmp/x") && syscall(155, "/tmp", "/tmp/x") ? 0 : 42;
}
