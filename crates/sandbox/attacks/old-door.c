// wall: system call filter
// expect: held, signal 31, signal 11
// Makes a 32-bit system call, whose numbers mean something else.
#define _GNU_SOURCE
int main(void) {
    int got = -1;
#ifdef __x86_64__
    __asm__ volatile("int $0x80" : "=a"(got) : "a"(310), "b"(0x10000000) : "memory");
#endif
    return got < 0 ? 0 : 42;
}
