// wall: system call filter
// expect: held
// Reads what the kernel says about others.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { char to[4096]; return syscall(SYS_syslog, 3, to, sizeof to) < 0 && syscall(SYS_syslog, 10, 0, 0) < 0 ? 0 : 42; }
