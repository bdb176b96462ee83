// wall: system call filter
// expect: held
// Opens files by their number instead of their name, past every mount.
#define _GNU_SOURCE
#include <fcntl.h>
int main(void) {
    struct { struct file_handle h; char more[128]; } f = {{.handle_bytes = 8, .handle_type = 1}};
    int mount = open("/usr", O_RDONLY);
    *(unsigned *)f.h.f_handle = 2;
    return open_by_handle_at(mount, &f.h, O_RDONLY) < 0 ? 0 : 42;
}
