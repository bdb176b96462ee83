// wall: system call filter
// expect: held
// Replaces the filter by a kinder one, and calls the kernel by other doors.
#define _GNU_SOURCE
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    struct sock_filter allow = {BPF_RET, 0, 0, SECCOMP_RET_ALLOW};
    struct sock_fprog program = {1, &allow};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
    if (syscall(SYS_unshare, 0x10000000) == 0) return 42;
    return syscall(0x40000000 | SYS_unshare, 0x10000000) < 0 ? 0 : 42;
}
