// wall: system call filter
// expect: held
// Watches the processor for traces of others.
#define _GNU_SOURCE
#include <linux/perf_event.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    struct perf_event_attr attr = {.type = PERF_TYPE_SOFTWARE, .size = sizeof attr, .config = 0, .exclude_kernel = 1};
    return syscall(SYS_perf_event_open, &attr, 0, -1, -1, 0) < 0 && syscall(SYS_perf_event_open, &attr, -1, 0, -1, 0) < 0 ? 0 : 42;
}
