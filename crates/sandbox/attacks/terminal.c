// wall: system call filter
// expect: held
// Types into the terminal of whoever runs the contest.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sys/ioctl.h>
int main(void) {
    int fds[] = {0, 1, 2, open("/dev/tty", O_RDWR)};
    for (int n = 0; n < 4; n++) if (ioctl(fds[n], TIOCSTI, "x") == 0) return 42;
    return fds[3] < 0 ? 0 : 42;
}
