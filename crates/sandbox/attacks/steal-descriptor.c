// wall: system call filter
// expect: held
// Takes a copy of the other bot's open files.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    int victim = atoi(getenv("VICTIM_PID")), referee = atoi(getenv("REFEREE_PID"));
    int fd = syscall(434, victim, 0), init = syscall(434, 1, 0);
    for (int n = 0; n < 64; n++)
        if (syscall(438, fd, n, 0) >= 0 || syscall(438, init, n, 0) >= 0) return 42;
    return 0;
}
