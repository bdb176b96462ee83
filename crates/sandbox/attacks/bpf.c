// wall: system call filter
// expect: held
// Loads a program into the kernel.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) { char attr[128] = {1, 0, 0, 0, 4, 0, 0, 0, 4, 0, 0, 0, 1}; return syscall(SYS_bpf, 0, attr, 128) < 0 ? 0 : 42; }
