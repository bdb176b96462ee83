// wall: control groups
// expect: held
// Threads without end.
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>
void *idle(void *x) { pause(); return 0; }
int main(void) {
    pthread_t t;
    int n = 0;
    while (n < 5000 && pthread_create(&t, 0, idle, 0) == 0) n++;
    return n < 64 ? 0 : 42;
}
