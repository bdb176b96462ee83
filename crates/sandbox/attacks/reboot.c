// wall: system call filter
// expect: held
// Turns the machine off.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    return syscall(SYS_reboot, 0xfee1dead, 672274793, 0x89abcdef, 0) < 0 && syscall(SYS_swapoff, "/x") < 0 &&
           syscall(SYS_acct, "/tmp/x") < 0 && syscall(SYS_quotactl, 0, 0, 0, 0) < 0 ? 0 : 42;
}
