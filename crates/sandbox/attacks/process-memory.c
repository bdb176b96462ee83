// wall: system call filter
// expect: held
// Reads the memory of the other bot without stopping it.
#define _GNU_SOURCE
#include <errno.h>
#include <stdlib.h>
#include <sys/uio.h>
int main(void) {
    int victim = atoi(getenv("VICTIM_PID")), referee = atoi(getenv("REFEREE_PID"));
    char to[8];
    struct iovec here = {to, 8}, there = {(void *)0x400000, 8};
    return process_vm_readv(victim, &here, 1, &there, 1, 0) < 0 && errno != EFAULT &&
           process_vm_writev(referee, &here, 1, &there, 1, 0) < 0 && errno != EFAULT ? 0 : 42;
}
