// wall: system call filter
// expect: held
// Leaves something in the kernel's keyrings, where another jail could find it.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    return syscall(SYS_add_key, "user", "meydan-attack", "x", 1, -3) < 0 && syscall(SYS_keyctl, 0, -4, 1) < 0 &&
           syscall(SYS_request_key, "user", "x", 0, 0) < 0 ? 0 : 42;
}
