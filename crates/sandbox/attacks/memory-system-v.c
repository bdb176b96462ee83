// wall: control groups
// expect: memory, held
// Shared memory that outlives processes.
#define _GNU_SOURCE
#include <sys/shm.h>
#include <string.h>
int main(void) {
    for (;;) {
        int id = shmget(IPC_PRIVATE, 16 << 20, IPC_CREAT | 0600);
        char *p = id < 0 ? (void *)-1 : shmat(id, 0, 0);
        if (p == (void *)-1) return 0;
        memset(p, 1, 16 << 20);
    }
}
