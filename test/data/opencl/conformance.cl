// Kernels as conformance suites have them; opencl_conformance_cases.py says what they compute.

#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable
#pragma OPENCL EXTENSION cl_khr_int64_extended_atomics : enable

// Structs by value: read directly, by a computed index, and written to.
struct pair { char tag; short2 at; };
struct record { int head; struct pair pairs[3]; long wide; float4 row; };

kernel void struct_read(global float *out, struct record r) {
  int i = get_global_id(0);
  out[i] = r.head + r.pairs[1].at.y + (float)r.wide + r.row.z * i + r.pairs[2].tag;
}

kernel void struct_indexed(global int *out, struct record r) {
  int i = get_global_id(0);
  out[i] = r.pairs[i % 3].at.x * 100 + r.pairs[(i + 1) % 3].tag;
}

kernel void struct_written(global int *out, struct record r) {
  int i = get_global_id(0);
  r.pairs[i % 3].at.x += i;
  r.head += r.pairs[0].at.x;
  if (i & 1) r.pairs[1].at = r.pairs[0].at;
  out[i] = r.head * 1000 + r.pairs[1].at.x + r.pairs[2].at.x;
}

// A loop that is entered in its middle.
kernel void irreducible(global int *data) {
  int i = get_global_id(0), x = data[i], steps = 0;
  if (x & 1) goto odd;
even:
  x = x / 2 + 1;
  if (++steps > 40) goto done;
  if (x & 2) goto odd;
  if (x < 5) goto done;
  goto even;
odd:
  x = x * 3 - 7;
  if (++steps > 40) goto done;
  if (x & 4) goto even;
  if (x > 1000) goto done;
  goto odd;
done:
  data[i] = x ^ steps << 20;
}

// switch with cases that fall through, in a loop that some items leave early.
kernel void falling_switch(global int *out, global const int *in) {
  int i = get_global_id(0), x = in[i], sum = 0;
  for (int k = 0; k < 12; k++) {
    switch ((x + k) & 7) {
    case 0: sum += 1;
    case 1: sum += 10; break;
    case 3: if (sum > 60) return; continue;
    case 4: sum -= 3;
    default: sum += k; break;
    case 6: k += 2; goto next;
    }
    sum ^= 1;
  next:;
  }
  out[i] = sum;
}

// A stack of each item's own.
kernel void private_stack(global int *out, global const int *in) {
  int i = get_global_id(0), stack[8], top = 0, result = 0;
  stack[top++] = in[i];
  while (top > 0) {
    int x = stack[--top];
    result = result * 31 + x;
    if (x > 3 && top < 6) { stack[top++] = x / 2; stack[top++] = x / 3; }
  }
  out[i] = result;
}

// Odd-even transposition in local memory: barriers in a loop of all items.
kernel void sorted(global int *data, local int *tile) {
  int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
  tile[l] = data[g];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int round = 0; round < n; round++) {
    int first = 2 * (l / 2) + (round & 1);
    if ((l & 1) == 0 && first + 1 < n && tile[first] > tile[first + 1]) {
      int t = tile[first];
      tile[first] = tile[first + 1];
      tile[first + 1] = t;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  data[g] = tile[l];
}

// Blocks are turned through local memory with a padded row.
kernel void turned(global const int *in, global int *out, int width, int height) {
  local int tile[4][5];
  int x = get_global_id(0), y = get_global_id(1);
  int lx = get_local_id(0), ly = get_local_id(1);
  if (x < width && y < height) tile[ly][lx] = in[y * width + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  int tx = get_group_id(1) * 4 + lx, ty = get_group_id(0) * 4 + ly;
  if (tx < height && ty < width) out[ty * height + tx] = tile[lx][ly];
}

kernel void strided(global const int *in, global int *out, local int *part) {
  event_t e = async_work_group_strided_copy(part, in + get_group_id(0), 16, 3, 0);
  wait_group_events(1, &e);
  out[get_global_id(0)] = part[15 - get_local_id(0)] + get_num_groups(0);
}

kernel void long_atomics(global ulong *all, global const ulong *in) {
  int i = get_global_id(0);
  atom_add(all, in[i]);
  atom_xor(all + 1, in[i]);
  atom_max(all + 2, in[i]);
  atom_min(all + 3, in[i]);
  atom_inc(all + 4);
  atom_cmpxchg(all + 5, (ulong)i, (ulong)i + 1);
}

kernel void local_long_atomics(global long *out, global const long *in) {
  local long sum[2];
  int l = get_local_id(0);
  if (l < 2) sum[l] = -l;
  barrier(CLK_LOCAL_MEM_FENCE);
  atom_add(&sum[l & 1], in[get_global_id(0)]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 2) out[2 * get_group_id(0) + l] = sum[l];
}

kernel void remainders(global const float *x, global const float *y,
                       global float *r, global int *q) {
  int i = get_global_id(0), k;
  r[i] = remquo(x[i], y[i], &k);
  q[i] = k;
}

kernel void remainders_of_two(global const float2 *x, global const float2 *y,
                              global float2 *r, global int2 *q) {
  int i = get_global_id(0);
  int2 k;
  r[i] = remquo(x[i], y[i], &k);
  q[i] = k;
}

kernel void mixed_vectors(global const short8 *a, global const uchar8 *b,
                          global int *out) {
  int i = get_global_id(0);
  short8 x = a[i];
  uchar8 y = b[i];
  x.s0246 = x.odd + convert_short4(y.hi);
  short8 z = select(x, as_short8(rotate(as_ushort8(x), (ushort8)3)), x < (short)0);
  int8 w = upsample(z, as_ushort8(convert_short8(y)));
  int4 v = w.lo ^ w.hi;
  out[i] = v.x + v.y * 3 + (any(v > 0) ? v.z : hadd(v.w, 7));
}

kernel void three_axes(global int *out, constant int *weights) {
  size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  size_t linear = (z * get_global_size(1) + y) * get_global_size(0) + x;
  out[linear] = weights[get_local_id(2)] * (int)get_local_linear_id() +
                (int)(get_group_id(0) * 100 + get_group_id(1) * 10 + get_group_id(2));
}

// All items of a group take the same number of rounds; some leave work to others.
kernel void scanned(global int *data, local int *a, local int *b) {
  int l = get_local_id(0), n = get_local_size(0);
  a[l] = data[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  local int *from = a, *to = b;
  for (int step = 1; step < n; step *= 2) {
    to[l] = l >= step ? from[l] + from[l - step] : from[l];
    barrier(CLK_LOCAL_MEM_FENCE);
    local int *t = from;
    from = to;
    to = t;
  }
  data[get_global_id(0)] = from[l];
}
