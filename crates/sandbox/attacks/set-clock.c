// wall: system call filter
// expect: held
// Sets the clock by which matches are judged.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <sys/timex.h>
#include <time.h>
#include <unistd.h>
int main(void) {
    struct timespec t = {1, 0};
    struct timex x = {.modes = ADJ_TICK, .tick = 9000};
    return clock_settime(CLOCK_REALTIME, &t) && stime_(&t) && adjtimex(&x) ? 0 : 42;
}
int stime_(struct timespec *t) { return syscall(SYS_settimeofday, t, 0); }
