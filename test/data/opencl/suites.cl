/* Kernels in the style of benchmark suites (Rodinia, PolyBench, SDK samples). */

#define TILE 16

/* Needleman-Wunsch: one block, wave by wave over its diagonals. */
int3 best_of(int diagonal, int up, int left) {
  return (int3)(diagonal, max(up, left), max(diagonal, max(up, left)));
}
kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
void nw(global int *score, global const int *reference, int penalty, local int *block) {
  int tx = get_local_id(0);
  const int stride = TILE + 1;
  for (int k = tx; k < stride * stride; k += TILE) block[k] = score[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int m = 0; m < 2 * TILE - 1; m++) {
    int x = m < TILE ? tx + 1 : tx + m - TILE + 2;
    int y = m < TILE ? m - tx + 1 : TILE - tx;
    if (m < TILE ? tx <= m : tx <= 2 * TILE - 2 - m) {
      int here = y * stride + x;
      block[here] = best_of(block[here - stride - 1] + reference[(y - 1) * TILE + x - 1],
                            block[here - stride] - penalty, block[here - 1] - penalty).z;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  for (int k = tx; k < stride * stride; k += TILE) score[k] = block[k];
}

/* HotSpot: a block with a halo, two steps of which the valid part shrinks. */
#define SIDE 8
kernel __attribute__((reqd_work_group_size(SIDE, SIDE, 1)))
void hotspot(global const float *power, global const float *from, global float *to, int rows,
             int columns, float cap, float4 r) {
  local float now[SIDE][SIDE], next[SIDE][SIDE], heat[SIDE][SIDE];
  const int steps = 2;
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = (int)get_group_id(0) * (SIDE - 2 * steps) - steps + tx;
  int y = (int)get_group_id(1) * (SIDE - 2 * steps) - steps + ty;
  bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
  if (inside) {
    now[ty][tx] = from[y * columns + x];
    heat[ty][tx] = power[y * columns + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int west = x > 0 ? tx - 1 : tx, east = x < columns - 1 ? tx + 1 : tx;
  int north = y > 0 ? ty - 1 : ty, south = y < rows - 1 ? ty + 1 : ty;
  bool computed = false;
  for (int i = 0; i < steps; i++) {
    computed = false;
    if (inside && tx > i && tx < SIDE - 1 - i && ty > i && ty < SIDE - 1 - i) {
      computed = true;
      float t = now[ty][tx];
      next[ty][tx] = t + cap * (heat[ty][tx] + (now[south][tx] + now[north][tx] - 2.0f * t) * r.y +
                                (now[ty][east] + now[ty][west] - 2.0f * t) * r.x + (r.w - t) * r.z);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (i == steps - 1) break;
    if (computed) now[ty][tx] = next[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed) to[y * columns + x] = next[ty][tx];
}

/* A level of a breadth-first search; new nodes go to a queue. */
typedef struct { int first, edges; } Node;
kernel void bfs(global const Node *nodes, global const int *edges, global int *level,
                global const int *queue, int length, global int *next, global int *tail, int depth) {
  size_t i = get_global_id(0);
  if (i >= length) return;
  Node node = nodes[queue[i]];
  for (int e = node.first; e < node.first + node.edges; e++) {
    int other = edges[e];
    if (atomic_cmpxchg(&level[other], -1, depth + 1) != -1) continue;
    next[atomic_inc(tail)] = other;
  }
}

/* Bitonic sort of pairs in local memory, both directions. */
kernel void bitonic(global uint2 *pairs, local uint2 *shared, uint up) {
  uint item = get_local_id(0), half_size = get_local_size(0), size = 2 * half_size;
  size_t base = get_group_id(0) * size;
  shared[item] = pairs[base + item];
  shared[item + half_size] = pairs[base + item + half_size];
  for (uint k = 2; k < size; k <<= 1) {
    uint way = (item & k / 2) != 0;
    for (uint j = k / 2; j > 0; j >>= 1) {
      barrier(CLK_LOCAL_MEM_FENCE);
      uint at = 2 * item - (item & j - 1);
      uint2 a = shared[at], b = shared[at + j];
      if (a.x > b.x == way ^ 1) shared[at] = b, shared[at + j] = a;
    }
  }
  for (uint j = half_size; j > 0; j >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    uint at = 2 * item - (item & j - 1);
    uint2 a = shared[at], b = shared[at + j];
    if ((a.x > b.x) == up) shared[at] = b, shared[at + j] = a;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  pairs[base + item] = shared[item];
  pairs[base + item + half_size] = shared[item + half_size];
}

/* An exclusive scan (Blelloch), two elements an item, with padding against conflicts. */
#define PAD(n) ((n) + ((n) >> 4))
kernel void prefix(global const int *in, global int *out, global int *sums, local int *tree) {
  int item = get_local_id(0), n = 2 * get_local_size(0), offset = 1;
  int base = get_group_id(0) * n;
  tree[PAD(2 * item)] = in[base + 2 * item];
  tree[PAD(2 * item + 1)] = in[base + 2 * item + 1];
  for (int d = n >> 1; d > 0; d >>= 1) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < d) {
      int a = offset * (2 * item + 1) - 1, b = offset * (2 * item + 2) - 1;
      tree[PAD(b)] += tree[PAD(a)];
    }
    offset *= 2;
  }
  if (item == 0) {
    sums[get_group_id(0)] = tree[PAD(n - 1)];
    tree[PAD(n - 1)] = 0;
  }
  for (int d = 1; d < n; d *= 2) {
    offset >>= 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < d) {
      int a = offset * (2 * item + 1) - 1, b = offset * (2 * item + 2) - 1;
      int t = tree[PAD(a)];
      tree[PAD(a)] = tree[PAD(b)];
      tree[PAD(b)] += t;
    }
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  out[base + 2 * item] = tree[PAD(2 * item)];
  out[base + 2 * item + 1] = tree[PAD(2 * item + 1)];
}

/* A step of bodies that attract each other, tile by tile. */
kernel void nbody(global const float4 *position, global float4 *velocity, global float4 *moved,
                  int bodies, float dt, float softening, local float4 *tile) {
  size_t i = get_global_id(0), item = get_local_id(0), size = get_local_size(0);
  float4 here = position[i], force = (float4)(0.0f);
  for (int first = 0; first < bodies; first += size) {
    tile[item] = position[first + item];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; j++) {
      float4 r = tile[j] - here;
      float square = r.x * r.x + r.y * r.y + r.z * r.z + softening;
      float inverse = 1.0f / sqrt(square);
      force.xyz += r.xyz * (tile[j].w * inverse * inverse * inverse);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  float4 v = velocity[i];
  v.xyz += force.xyz * dt;
  here.xyz += v.xyz * dt;
  velocity[i] = v;
  moved[i] = here;
}

/* Sobel's filter on pixels of four bytes; the border stays. */
kernel void sobel(global const uchar4 *in, global uchar4 *out) {
  int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0);
  int c = y * width + x;
  if (x == 0 || y == 0 || x == width - 1 || y == get_global_size(1) - 1) {
    out[c] = in[c];
    return;
  }
  int4 a = convert_int4(in[c - width - 1]), b = convert_int4(in[c - width]);
  int4 d = convert_int4(in[c - width + 1]), e = convert_int4(in[c - 1]);
  int4 f = convert_int4(in[c + 1]), g = convert_int4(in[c + width - 1]);
  int4 h = convert_int4(in[c + width]), i = convert_int4(in[c + width + 1]);
  int4 gx = a + 2 * e + g - d - 2 * f - i, gy = a + 2 * b + d - g - 2 * h - i;
  uint4 length = abs(gx) + abs(gy);
  out[c] = convert_uchar4_sat(length / 2u) & (uchar4)(255, 255, 255, 127);
}

/* Matrix transpose through a padded tile, several rows an item. */
#define ROWS 4
kernel __attribute__((reqd_work_group_size(TILE, ROWS, 1)))
void transpose(global const float *in, global float *out, int width, int height) {
  local float tile[TILE][TILE + 1];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = get_group_id(0) * TILE + tx, y = get_group_id(1) * TILE + ty;
  for (int k = 0; k < TILE; k += ROWS)
    if (x < width && y + k < height) tile[ty + k][tx] = in[(y + k) * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  x = get_group_id(1) * TILE + tx;
  y = get_group_id(0) * TILE + ty;
  for (int k = 0; k < TILE; k += ROWS)
    if (x < height && y + k < width) out[(y + k) * height + x] = tile[tx][ty + k];
}

/* Random numbers, with a generator that is a struct by value and is written. */
typedef struct { uint state[4]; uint weyl; uchar rounds; } Generator;
uint next_of(Generator *g) {
  uint t = g->state[3], s = g->state[0];
  g->state[3] = g->state[2];
  g->state[2] = g->state[1];
  g->state[1] = s;
  t ^= t >> 2;
  t ^= t << 1;
  t ^= s ^ s << 4;
  g->state[0] = t;
  g->weyl += 362437;
  return t + g->weyl;
}
kernel void monte_carlo(Generator g, global uint *hits, global uint *last) {
  size_t i = get_global_id(0);
  g.state[i & 3] ^= (uint)i * 2654435761u;
  uint inside = 0, found = 0;
  for (int k = 0; k < g.rounds + (i & 3); k++) {
    uint x = next_of(&g) >> 17, y = next_of(&g) >> 17;
    inside += x * x + y * y < 1u << 30;
    found = x << 16 | y;
  }
  hits[i] = inside;
  last[i] = found;
}

/* Where a pattern begins: Horspool's skips, a text for each item. */
kernel void search(global const char *text, int length, constant char *pattern, int size,
                   global int *first, global int *amount) {
  uchar skip[32];
  size_t i = get_global_id(0);
  global const char *own = text + i * length;
  for (int k = 0; k < 32; k++) skip[k] = size;
  for (int k = 0; k < size - 1; k++) skip[pattern[k] & 31] = size - 1 - k;
  int at = 0, found = -1, total = 0;
  while (at <= length - size) {
    int k = size - 1;
    while (k >= 0 && own[at + k] == pattern[k]) k--;
    if (k < 0) {
      if (found < 0) found = at;
      if (++total == 3) goto full;
    }
    at += skip[own[at + size - 1] & 31];
  }
full:
  first[i] = found;
  amount[i] = total;
}
