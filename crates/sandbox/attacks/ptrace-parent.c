// wall: system call filter
// expect: held
// Takes over the first process of its own jail.
#define _GNU_SOURCE
#include <sys/ptrace.h>
#include <unistd.h>
int main(void) {
    return ptrace(PTRACE_SEIZE, getppid(), 0, 0) && ptrace(PTRACE_ATTACH, 1, 0, 0) ? 0 : 42;
}
