// Reference for the entitlement check: a look-up of a text key in a hash map (open addressing, FNV-1a), plus the same
// wall-clock read that a check needs. Prints nanoseconds for one look-up.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CUSTOMERS 10000
#define SLOTS 32768

struct slot {
    char key[32];
    int64_t end;
};
static struct slot table[SLOTS];

static uint64_t hash(const char *key) {
    uint64_t h = 14695981039346656037ull;
    for (; *key; key++) h = (h ^ (unsigned char)*key) * 1099511628211ull;
    return h;
}

static struct slot *find(const char *key) {
    uint64_t i = hash(key) % SLOTS;
    while (table[i].key[0] && strcmp(table[i].key, key) != 0) i = (i + 1) % SLOTS;
    return &table[i];
}

int main(int argc, char **argv) {
    long rounds = argc > 1 ? atol(argv[1]) : 5000000;
    static char keys[CUSTOMERS][32];
    for (int i = 0; i < CUSTOMERS; i++) {
        snprintf(keys[i], sizeof keys[i], "customer-%d/pro", i);
        struct slot *slot = find(keys[i]);
        strcpy(slot->key, keys[i]);
        slot->end = INT64_MAX;
    }
    struct timespec begin, end, now;
    long entitled = 0;
    clock_gettime(CLOCK_MONOTONIC, &begin);
    for (long i = 0; i < rounds; i++) {
        clock_gettime(CLOCK_REALTIME, &now);
        struct slot *slot = find(keys[i % CUSTOMERS]);
        entitled += slot->key[0] && now.tv_sec * 1000 < slot->end;
    }
    clock_gettime(CLOCK_MONOTONIC, &end);
    double ns = (end.tv_sec - begin.tv_sec) * 1e9 + (end.tv_nsec - begin.tv_nsec);
    if (entitled != rounds) return 1;
    printf("%.1f\n", ns / rounds);
    return 0;
}
