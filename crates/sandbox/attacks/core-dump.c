// wall: limits
// expect: signal 11
// Dies with its memory written to a file.
#define _GNU_SOURCE
#include <unistd.h>
int main(void) { chdir("/tmp"); int *p = 0; *p = 1; }
