// wall: system call filter
// expect: held
// Makes system calls where no filter sees them.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { char params[120] = {0}; return syscall(425, 4, params) < 0 ? 0 : 42; }
