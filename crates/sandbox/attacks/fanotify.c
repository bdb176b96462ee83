// wall: system call filter
// expect: held
// Watches what others do with files.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { return syscall(SYS_fanotify_init, 0, 0) < 0 ? 0 : 42; }
