/* The reference for loading manifests: libyaml's bare event loop over a file's bytes.
 *
 *   cc -O2 yaml_events.c -lyaml -o yaml_events && ./yaml_events FILE [ROUNDS]
 *
 * Prints the seconds of the fastest of ROUNDS rounds (10 where not said). Reading the file is not counted. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <yaml.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec / 1e9;
}

/* One pass over all events; how many there were, or -1 where the bytes are no YAML. */
static long events(const unsigned char *bytes, size_t count) {
    yaml_parser_t parser;
    if (!yaml_parser_initialize(&parser)) return -1;
    yaml_parser_set_input_string(&parser, bytes, count);
    long seen = 0;
    for (int done = 0; !done;) {
        yaml_event_t event;
        if (!yaml_parser_parse(&parser, &event)) {
            yaml_parser_delete(&parser);
            return -1;
        }
        done = event.type == YAML_STREAM_END_EVENT;
        seen++;
        yaml_event_delete(&event);
    }
    yaml_parser_delete(&parser);
    return seen;
}

int main(int argc, char **argv) {
    if (argc < 2) {
        fprintf(stderr, "usage: %s FILE [ROUNDS]\n", argv[0]);
        return 2;
    }
    FILE *file = fopen(argv[1], "rb");
    if (!file) {
        perror(argv[1]);
        return 3;
    }
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    unsigned char *bytes = malloc(size > 0 ? size : 1);
    if (size < 0 || !bytes || fread(bytes, 1, size, file) != (size_t)size) {
        fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 3;
    }
    fclose(file);
    int rounds = argc > 2 ? atoi(argv[2]) : 10;
    double best = 0;
    for (int round = 0; round < rounds; round++) {
        double start = seconds();
        if (events(bytes, size) < 0) {
            fprintf(stderr, "%s is no YAML\n", argv[1]);
            return 1;
        }
        double took = seconds() - start;
        if (round == 0 || took < best) best = took;
    }
    printf("%.6f\n", best);
    free(bytes);
    return 0;
}
