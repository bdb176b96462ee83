// wall: system call filter
// expect: held
// Mounts things.
#define _GNU_SOURCE
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
int main(void) {
    mkdir("/tmp/x", 0755);
    if (!mount("none", "/tmp/x", "tmpfs", 0, 0) || !mount("/usr", "/tmp/x", 0, MS_BIND, 0)) return 42;
    if (!mount("none", "/tmp/x", "cgroup", 0, "memory") || !umount2("/tmp", MNT_DETACH)) return 42;
    if (!mount(0, "/usr", 0, MS_REMOUNT | MS_BIND, 0)) return 42;
    return syscall(430, "tmpfs", 0) < 0 && syscall(428, -100, "/usr", 1) < 0 ? 0 : 42;
}
