// wall: system call filter
// expect: held
// Loads and unloads parts of the kernel.
#define _GNU_SOURCE
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    return syscall(SYS_init_module, "", 0, "") < 0 && syscall(SYS_finit_module, 0, "", 0) < 0 &&
           syscall(SYS_delete_module, "loop", 0) < 0 && syscall(SYS_kexec_load, 0, 0, 0, 0) < 0 ? 0 : 42;
}
