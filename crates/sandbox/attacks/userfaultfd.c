// wall: system call filter
// expect: held
// Stops the kernel in the middle of what it does.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(SYS_userfaultfd, 0) < 0 && syscall(SYS_userfaultfd, 1) < 0 ? 0 : 42; }
