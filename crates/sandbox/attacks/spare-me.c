// wall: no privilege
// expect: held
// Asks the kernel to kill others first when memory is short.
#define _GNU_SOURCE
#include <stdio.h>
int main(void) {
    FILE *f = fopen("/proc/self/oom_score_adj", "w");
    return !f || fputs("-1000", f) < 0 || fclose(f) ? 0 : 42;
}
