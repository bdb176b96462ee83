// wall: system call filter
// expect: held
// Enters the namespaces of the first process.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdio.h>
int main(void) {
    char *names[] = {"mnt", "net", "pid", "user", "ipc", "uts", 0}, path[64];
    for (char **n = names; *n; n++) {
        sprintf(path, "/proc/1/ns/%s", *n);
        int fd = open(path, O_RDONLY);
        if (setns(fd, 0) == 0) return 42;
    }
    return 0;
}
