// wall: system call filter
// expect: held
// Stops the other bot and the referee to look inside.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/ptrace.h>
int main(void) {
    int victim = atoi(getenv("VICTIM_PID")), referee = atoi(getenv("REFEREE_PID"));
    return ptrace(PTRACE_ATTACH, victim, 0, 0) && ptrace(PTRACE_SEIZE, referee, 0, 0) ? 0 : 42;
}
