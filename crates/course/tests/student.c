/* The labyrinth as a student of the course might write it: one file, one program, the phase as its argument. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST 600
#define SIDE 64

struct wall {
    int r, c, life;
    char d;
};

int phase, n, m, core_r, core_c;
int runners, rr[MOST], rc[MOST], budget[MOST], arrived;
int hunters, hr[MOST], hc[MOST];
int walls, lights, boxes, br[MOST], bc[MOST];
struct wall wall[SIDE * SIDE], light[MOST];
int turn, owes_push;

int same(struct wall w, int r, int c, char d) { return w.r == r && w.c == c && w.d == d; }

int fixed_at(int r, int c, char d) {
    for (int i = 0; i < walls; i++)
        if (same(wall[i], r, c, d)) return 1;
    return 0;
}

int light_at(int r, int c, char d) {
    for (int i = 0; i < lights; i++)
        if (same(light[i], r, c, d)) return 1;
    return 0;
}

/* The wall that a step crosses. */
void crossed(int r, int c, int dr, int dc, int *wr, int *wc, char *d) {
    *wr = dr == -1 ? r - 1 : r;
    *wc = dc == -1 ? c - 1 : c;
    *d = dr != 0 ? 'H' : 'V';
}

int outside(int r, int c) { return r < 0 || c < 0 || r >= n || c >= m; }

/* 0 open, 1 out of the board, 2 fixed wall, 3 temporary wall */
int blocked(int r, int c, int dr, int dc) {
    int wr, wc;
    char d;
    if (outside(r + dr, c + dc)) return 1;
    crossed(r, c, dr, dc, &wr, &wc, &d);
    if (fixed_at(wr, wc, d)) return 2;
    if (light_at(wr, wc, d)) return 3;
    return 0;
}

const int DR[4] = {-1, 1, 0, 0}, DC[4] = {0, 0, -1, 1};

int connected(void) {
    static int seen[SIDE][SIDE], queue[SIDE * SIDE];
    int head = 0, tail = 0;
    memset(seen, 0, sizeof seen);
    queue[tail++] = 0;
    seen[0][0] = 1;
    while (head < tail) {
        int r = queue[head] / m, c = queue[head] % m;
        head++;
        for (int i = 0; i < 4; i++)
            if (!blocked(r, c, DR[i], DC[i]) && !seen[r + DR[i]][c + DC[i]]) {
                seen[r + DR[i]][c + DC[i]] = 1;
                queue[tail++] = (r + DR[i]) * m + c + DC[i];
            }
    }
    return tail == n * m;
}

void print_board(void) {
    printf("board\n%d %d\n%d %d\n%d\n", n, m, core_r, core_c, runners);
    for (int i = 0; i < runners; i++) printf("%d %d\n", rr[i], rc[i]);
    printf("%d\n", hunters);
    for (int i = 0; i < hunters; i++) printf("%d %d\n", hr[i], hc[i]);
    printf("%d\n", walls);
    for (int i = 0; i < walls; i++) printf("%d %d %c\n", wall[i].r, wall[i].c, wall[i].d);
    if (phase >= 4) {
        printf("%d\n", lights);
        for (int i = 0; i < lights; i++) printf("%d %d %c %d\n", light[i].r, light[i].c, light[i].d, light[i].life);
    }
    if (phase >= 5) {
        printf("%d\n", boxes);
        for (int i = 0; i < boxes; i++) printf("%d %d\n", br[i], bc[i]);
    }
    fflush(stdout);
}

/* The board as people see it. */
void draw(void) {
    for (int r = 0; r < n; r++) {
        for (int c = 0; c < m; c++) {
            char sign = '.';
            if (r == core_r && c == core_c) sign = '*';
            for (int i = 0; i < runners; i++)
                if (rr[i] == r && rc[i] == c) sign = 'R';
            for (int i = 0; i < hunters; i++)
                if (hr[i] == r && hc[i] == c) sign = 'H';
            printf(" %c%c", sign, fixed_at(r, c, 'V') ? '|' : ' ');
        }
        printf("\n");
        for (int c = 0; c < m; c++) printf(" %s", fixed_at(r, c, 'H') ? "- " : "  ");
        printf("\n");
    }
}

int distance(int r, int c, int r2, int c2) { return abs(r - r2) + abs(c - c2); }

int make_board(int wanted_walls, int wanted_boxes) {
    int tries;
    walls = lights = boxes = 0;
    core_r = rand() % n;
    core_c = rand() % m;
    for (int i = 0; i < runners; i++) {
        for (tries = 0; tries < 10000; tries++) {
            rr[i] = rand() % n;
            rc[i] = rand() % m;
            if (distance(rr[i], rc[i], core_r, core_c) >= 2) break;
        }
        if (tries == 10000) return 0;
    }
    for (int i = 0; i < hunters; i++) {
        for (tries = 0; tries < 10000; tries++) {
            int near = 0;
            hr[i] = rand() % n;
            hc[i] = rand() % m;
            for (int j = 0; j < runners; j++)
                if (distance(hr[i], hc[i], rr[j], rc[j]) < 2) near = 1;
            if (!near && distance(hr[i], hc[i], core_r, core_c) >= 2) break;
        }
        if (tries == 10000) return 0;
    }
    for (tries = 0; walls < wanted_walls && tries < 200000; tries++) {
        struct wall w = {rand() % n, rand() % m, 0, rand() % 2 ? 'H' : 'V'};
        if (w.d == 'H' ? w.r == n - 1 : w.c == m - 1) continue;
        if (fixed_at(w.r, w.c, w.d)) continue;
        wall[walls++] = w;
        if (!connected()) walls--;
    }
    for (tries = 0; boxes < wanted_boxes && tries < 10000; tries++) {
        int r = rand() % n, c = rand() % m, taken = r == core_r && c == core_c;
        for (int i = 0; i < boxes; i++) taken |= br[i] == r && bc[i] == c;
        for (int i = 0; i < runners; i++) taken |= rr[i] == r && rc[i] == c;
        if (taken) continue;
        br[boxes] = r;
        bc[boxes++] = c;
    }
    return walls == wanted_walls;
}

int on_board(void) {
    int count = 0;
    for (int i = 0; i < runners; i++) count += rr[i] >= 0;
    return count;
}

void leave(int i) { rr[i] = rc[i] = -1; }

void catch_all(void) {
    for (int i = 0; i < runners; i++)
        for (int j = 0; j < hunters; j++)
            if (rr[i] >= 0 && rr[i] == hr[j] && rc[i] == hc[j]) leave(i);
}

void hunt(void) {
    for (int step = 0; step < 2; step++) {
        for (int j = 0; j < hunters; j++) {
            int best = -1;
            for (int i = 0; i < runners; i++)
                if (rr[i] >= 0 && (best < 0 || distance(hr[j], hc[j], rr[i], rc[i]) < distance(hr[j], hc[j], rr[best], rc[best])))
                    best = i;
            if (best < 0) return;
            int dr = (rr[best] > hr[j]) - (rr[best] < hr[j]), dc = (rc[best] > hc[j]) - (rc[best] < hc[j]);
            if (dc != 0 && !blocked(hr[j], hc[j], 0, dc))
                hc[j] += dc;
            else if (dr != 0 && !blocked(hr[j], hc[j], dr, 0))
                hr[j] += dr;
        }
        catch_all();
    }
}

void age(void) {
    int left = 0;
    for (int i = 0; i < lights; i++) {
        light[i].life--;
        if (light[i].life > 0) light[left++] = light[i];
    }
    lights = left;
}

int victory(void) { return arrived * 3 >= runners; }

void quake(void) {
    int to_r[2 * MOST], to_c[2 * MOST];
    for (int i = 0; i < runners + hunters; i++) {
        int r = i < runners ? rr[i] : hr[i - runners], c = i < runners ? rc[i] : hc[i - runners];
        to_r[i] = r;
        to_c[i] = c;
        if (r < 0) continue;
        for (;;) {
            int k = rand() % 4;
            if (blocked(r, c, DR[k], DC[k])) continue;
            to_r[i] = r + DR[k];
            to_c[i] = c + DC[k];
            break;
        }
    }
    for (int i = 0; i < runners; i++) rr[i] = to_r[i], rc[i] = to_c[i];
    for (int i = 0; i < hunters; i++) hr[i] = to_r[runners + i], hc[i] = to_c[runners + i];
    for (int i = 0; i < runners; i++)
        if (rr[i] == core_r && rc[i] == core_c) {
            arrived++;
            leave(i);
        }
    catch_all();
}

/* A step onto a new cell; 1 if the same runner acts again. */
int arrive(int i) {
    if (rr[i] == core_r && rc[i] == core_c) {
        arrived++;
        leave(i);
        return 0;
    }
    for (int j = 0; j < hunters; j++)
        if (rr[i] == hr[j] && rc[i] == hc[j]) {
            leave(i);
            return 0;
        }
    for (int b = 0; b < boxes; b++)
        if (br[b] == rr[i] && bc[b] == rc[i]) {
            int prize = rand() % 4;
            boxes--;
            br[b] = br[boxes];
            bc[b] = bc[boxes];
            if (prize == 0) printf("box %d turn\n", i);
            if (prize == 1) printf("box %d walls\n", i), budget[i] += 2;
            if (prize == 2) printf("box %d earthquake\n", i), quake();
            if (prize == 3) printf("box %d push\n", i), owes_push = hunters > 0;
            print_board();
            return prize == 0 || (prize == 3 && hunters > 0);
        }
    return 0;
}

int put_up(int i, int r, int c, char d) {
    if (budget[i] == 0) return 0;
    if (outside(r, c) || (d == 'H' ? r == n - 1 : c == m - 1)) return 0;
    if (fixed_at(r, c, d) || light_at(r, c, d)) return 0;
    struct wall w = {r, c, 2, d};
    light[lights++] = w;
    if (!connected()) {
        lights--;
        return 0;
    }
    budget[i]--;
    return 1;
}

void save(void) {
    FILE *f = fopen("save.txt", "w");
    if (!f) return;
    fprintf(f, "%d %d %d %d %d %d %d %d %d %d %d %d\n", n, m, core_r, core_c, runners, hunters, walls, lights, boxes, arrived, turn, owes_push);
    for (int i = 0; i < runners; i++) fprintf(f, "%d %d %d\n", rr[i], rc[i], budget[i]);
    for (int i = 0; i < hunters; i++) fprintf(f, "%d %d\n", hr[i], hc[i]);
    for (int i = 0; i < walls; i++) fprintf(f, "%d %d %c\n", wall[i].r, wall[i].c, wall[i].d);
    for (int i = 0; i < lights; i++) fprintf(f, "%d %d %c %d\n", light[i].r, light[i].c, light[i].d, light[i].life);
    for (int i = 0; i < boxes; i++) fprintf(f, "%d %d\n", br[i], bc[i]);
    fclose(f);
    printf("saved\n");
    fflush(stdout);
}

int load(void) {
    FILE *f = fopen("save.txt", "r");
    int ok = f && fscanf(f, "%d %d %d %d %d %d %d %d %d %d %d %d", &n, &m, &core_r, &core_c, &runners, &hunters, &walls, &lights, &boxes, &arrived, &turn, &owes_push) == 12;
    if (!ok) return 0;
    for (int i = 0; i < runners; i++) ok &= fscanf(f, "%d %d %d", &rr[i], &rc[i], &budget[i]) == 3;
    for (int i = 0; i < hunters; i++) ok &= fscanf(f, "%d %d", &hr[i], &hc[i]) == 2;
    for (int i = 0; i < walls; i++) ok &= fscanf(f, "%d %d %c", &wall[i].r, &wall[i].c, &wall[i].d) == 3;
    for (int i = 0; i < lights; i++) ok &= fscanf(f, "%d %d %c %d", &light[i].r, &light[i].c, &light[i].d, &light[i].life) == 4;
    for (int i = 0; i < boxes; i++) ok &= fscanf(f, "%d %d", &br[i], &bc[i]) == 2;
    fclose(f);
    return ok;
}

/* One command of a runner: 0 refused, 1 done, 2 the same runner again. */
int command(int i, const char *line) {
    int r, c, h;
    char d;
    const char *names[4] = {"up", "down", "left", "right"};
    if (owes_push) {
        if (sscanf(line, "push %d %d %d", &h, &r, &c) != 3 || h < 0 || h >= hunters) return 0;
        if (distance(hr[h], hc[h], r, c) != 1 || blocked(hr[h], hc[h], r - hr[h], c - hc[h])) return 0;
        hr[h] = r;
        hc[h] = c;
        owes_push = 0;
        catch_all();
        return 1;
    }
    for (int k = 0; k < 4; k++)
        if (!strcmp(line, names[k])) {
            if (blocked(rr[i], rc[i], DR[k], DC[k])) return 0;
            rr[i] += DR[k];
            rc[i] += DC[k];
            return arrive(i) ? 2 : 1;
        }
    if (!strcmp(line, "stay")) return 1;
    if (phase >= 4 && sscanf(line, "wall %d %d %c", &r, &c, &d) == 3) return put_up(i, r, c, d);
    return 0;
}

void play(void) {
    char line[200];
    print_board();
    for (;;) {
        printf(owes_push ? "push %d\n" : "turn %d\n", turn);
        fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) return;
        line[strcspn(line, "\r\n")] = 0;
        if (phase >= 6 && !strcmp(line, "save")) {
            save();
            continue;
        }
        int done = command(turn, line);
        if (done == 0) {
            printf("illegal move\n");
            continue;
        }
        if (done == 1 && !victory() && on_board() > 0) {
            do turn++;
            while (turn < runners && rr[turn] < 0);
            if (turn >= runners) {
                hunt();
                age();
                for (turn = 0; turn < runners && rr[turn] < 0;) turn++;
            }
        }
        print_board();
        if (victory()) {
            printf("victory\n");
            return;
        }
        if (on_board() == 0) {
            printf("defeat\n");
            return;
        }
    }
}

int main(int argc, char **argv) {
    int wanted = 0;
    char word[20] = "new";
    char *seed = getenv("MEYDAN_SEED");
    phase = argc > 1 ? atoi(argv[1]) : 1;
    srand(seed ? (unsigned)atoi(seed) : (unsigned)time(NULL));
    if (phase == 1) {
        if (scanf("%d %d %d %d %d", &n, &m, &core_r, &core_c, &runners) != 5) return 1;
        for (int i = 0; i < runners; i++) scanf("%d %d", &rr[i], &rc[i]);
        scanf("%d", &hunters);
        for (int i = 0; i < hunters; i++) scanf("%d %d", &hr[i], &hc[i]);
        scanf("%d", &walls);
        for (int i = 0; i < walls; i++) scanf("%d %d %c", &wall[i].r, &wall[i].c, &wall[i].d);
        draw();
        print_board();
        return 0;
    }
    if (phase == 6) scanf("%19s", word);
    if (!strcmp(word, "resume")) {
        if (!load()) {
            printf("nothing is saved\n");
            return 1;
        }
    } else {
        runners = hunters = 1;
        scanf("%d %d", &n, &m);
        if (phase == 2) scanf("%d %d", &runners, &hunters);
        scanf("%d", &wanted);
        if (phase >= 4) scanf("%d %d", &runners, &hunters);
        while (!make_board(wanted, phase >= 5 ? 6 : 0));
        for (int i = 0; i < runners; i++) budget[i] = (n < m ? n : m) / 3 > 1 ? (n < m ? n : m) / 3 : 1;
    }
    if (phase == 2) {
        draw();
        print_board();
        return 0;
    }
    while (getchar() != '\n');
    play();
    return 0;
}
