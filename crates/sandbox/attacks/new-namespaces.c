// wall: system call filter
// expect: held
// Becomes root in a namespace of its own.
#define _GNU_SOURCE
#include <sched.h>
int main(void) {
    int kinds[] = {CLONE_NEWUSER, CLONE_NEWNS, CLONE_NEWNET, CLONE_NEWPID, CLONE_NEWIPC, CLONE_NEWUTS, CLONE_NEWCGROUP};
    for (int n = 0; n < 7; n++) if (unshare(kinds[n]) == 0) return 42;
    return 0;
}
