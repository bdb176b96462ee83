// wall: system call filter
// expect: held
// The same, with the flags where no filter can see them.
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    unsigned long long args[11] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD};
    return syscall(435, args, sizeof args) < 0 ? 0 : 42;
}
