// Kernels over the features of OpenCL C; test_opencl_kernels.py has what they compute.

typedef struct { int a[4]; float b; } Point;
typedef struct { char tag; long wide; short small; } Mixed;
__constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};
__constant float weights[3] = {0.25f, 0.5f, 0.25f};

int triple(int x) { return 3 * x; }

// Work items

kernel void ids_1d(global int *out) {
  int i = get_global_id(0);
  out[i] = get_local_id(0) + 100 * get_group_id(0) + 10000 * get_num_groups(0);
}
kernel void ids_2d(global int *out) {
  int x = get_global_id(0), y = get_global_id(1);
  out[y * get_global_size(0) + x] = 1000 * get_group_id(1) + 100 * get_group_id(0) +
                                    10 * get_local_id(1) + get_local_id(0);
}
kernel void ids_3d(global int *out) {
  out[get_global_linear_id()] = get_local_linear_id() + 1000 * get_work_dim() +
                                10000 * get_local_size(2);
}
kernel void ids_by_axis(global int *out, uint axis) {
  out[get_global_linear_id()] = get_global_id(axis) + 100 * get_global_size(axis);
}
kernel void with_offset(global int *out) {
  out[get_global_id(0) - get_global_offset(0)] = get_global_id(0);
}
kernel __attribute__((reqd_work_group_size(16, 1, 1))) void required(global int *out) {
  out[get_global_id(0)] = get_enqueued_local_size(0);
}

// Control

kernel void divergent_if(global int *out, global const int *in) {
  int i = get_global_id(0), x = in[i];
  if (x & 1)
    out[i] = x > 0 ? triple(x) : -x;
  else if (x > 50)
    out[i] = x / 3;
  else
    out[i] = x % 7;
}
kernel void nested_loops(global int *out, global const int *in) {
  int i = get_global_id(0), n = in[i] & 15, sum = 0;
  for (int a = 0; a < n; a++) {
    if (a == 11) break;
    for (int b = 0; b < a; b++) {
      if ((a + b) % 3 == 0) continue;
      if (a * b > 40) break;
      sum += a * b + 1;
    }
  }
  out[i] = sum;
}
kernel void early_return(global int *out, global const int *in, int n) {
  int i = get_global_id(0);
  if (i >= n) return;
  for (int k = 0;; k++)
    if (in[i] + k * k > 100) {
      out[i] = k;
      return;
    }
}
kernel void jumps(global int *out, global const int *in) {
  int i = get_global_id(0), x = in[i] & 31, steps = 0;
again:
  steps++;
  if (x > 20) goto large;
  x += 7;
  if (steps < 9) goto again;
  goto done;
large:
  x -= 13;
  if (x & 1) goto again;
done:
  out[i] = 100 * steps + x;
}
kernel void switched(global int *out, global const int *in) {
  int i = get_global_id(0);
  switch (in[i] & 7) {
    case 0: out[i] = 1; break;
    case 1: out[i] = in[i];
    case 2: out[i] += 5; break;
    case 5: out[i] = -in[i]; break;
    default: out[i] = 9;
  }
}
/* The values of lanes that have left a loop stay while others are loaded. */
kernel void window_sum(global int *out, global const int *in) {
  int x = get_global_id(0), sum = 0;
  for (int i = max(x - 1, 0); i <= x + 1; i++) sum += in[i];
  out[x] = sum;
}

/* A switch with so many cases that a scalar function has a table of them. */
kernel void by_table(global int *out, global const int *in) {
  int i = get_global_id(0), x = in[i];
  switch (x & 15) {
    case 0: out[i] = -x; break;
    case 1: out[i] = x * x; break;
    case 2: out[i] = 3; break;
    case 3: out[i] += 9;
    case 4: out[i] -= x; break;
    case 5: out[i] = x ? in[i ^ 1] : 4; break;
    case 7: out[i] = x % 3; return;
    case 9: out[i] = 99;
  }
  out[i]++;
}

kernel void collatz(global uint *out, global const uint *in) {
  uint x = in[get_global_id(0)], n = 0;
  while (x > 1) x = x & 1 ? 3 * x + 1 : x >> 1, n++;
  out[get_global_id(0)] = n;
}
kernel void mandelbrot(global int *out, float x0, float y0, float step) {
  float cx = x0 + step * get_global_id(0), cy = y0 + step * get_global_id(1);
  float x = 0, y = 0;
  int n = 0;
  for (; n < 50 && x * x + y * y <= 4.0f; n++) {
    float next = x * x - y * y + cx;
    y = 2 * x * y + cy;
    x = next;
  }
  out[get_global_id(1) * get_global_size(0) + get_global_id(0)] = n;
}

// Memory

kernel void saxpy(global float *y, global const float *x, float a) {
  int i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
kernel void bytes(global uchar *out, global const char *in) {
  int i = get_global_id(0);
  out[i] = in[i] * 3 + 1;
}
kernel void shorts(global short *out, global const ushort *in) {
  int i = get_global_id(0);
  out[i] = (short)(in[i] >> 3) - 7;
}
kernel void longs(global long *out, global const long *in) {
  int i = get_global_id(0);
  out[i] = in[i] * in[i] / 7 - (in[i] >> 5);
}
kernel void doubles(global double *out, global const double *in) {
  int i = get_global_id(0);
  out[i] = sqrt(fabs(in[i])) / 3 + in[i];
}
kernel void constants(global int *out, constant int *table) {
  int i = get_global_id(0);
  out[i] = table[i & 3] * primes[i & 7];
}
kernel void private_array(global int *out, global const int *in) {
  int i = get_global_id(0), a[16];
  for (int k = 0; k < 16; k++) a[k] = in[i] * k;
  for (int k = 0; k < 16; k++) a[(k * 5) & 15] += a[(in[i] + k) & 15];
  out[i] = a[in[i] & 15];
}
kernel void convolution(global float *out, global const float *in, int n) {
  int i = get_global_id(0);
  float sum = 0;
  for (int k = -1; k <= 1; k++)
    if (i + k >= 0 && i + k < n) sum += weights[k + 1] * in[i + k];
  out[i] = sum;
}
kernel void matmul(global float *c, global const float *a, global const float *b, int n) {
  int x = get_global_id(0), y = get_global_id(1);
  float sum = 0;
  for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
  c[y * n + x] = sum;
}
kernel void mixed_pointers(global int *a, global int *b, global const int *in) {
  int i = get_global_id(0);
  global int *p = in[i] & 1 ? a : b;
  p[i] = in[i];
}
kernel void triple_of(global int *out, global const int *in) {
  out[get_global_id(0)] = triple(in[get_global_id(0)]);
}
kernel void calls_kernel(global int *out, global const int *in) {
  triple_of(out, in);
  out[get_global_id(0)] += 1;
}

// Structs

kernel void struct_direct(global float *out, Point p) {
  out[get_global_id(0)] = p.a[1] + p.b;
}
kernel void struct_indexed(global float *out, Point p) {
  out[get_global_id(0)] = p.a[get_global_id(0) & 3] + p.b;
}
kernel void struct_written(global float *out, Point p) {
  int i = get_global_id(0);
  p.a[i & 3] += i;
  out[i] = p.a[(3 * i) & 3] + p.b;
}
kernel void struct_array(global Mixed *m) {
  int i = get_global_id(0);
  Mixed x = m[i];
  x.wide += x.tag * x.small;
  m[i] = x;
}

kernel void struct_local(global Point *out, global const Point *in) {
  local Point t[16];
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[15 - l];
}

// Local memory and barriers

kernel void reversed(global int *out, global const int *in) {
  local int t[128];
  int l = get_local_id(0), n = get_local_size(0);
  t[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = t[n - 1 - l];
}
kernel void tree_sum(global int *out, global const int *in, local int *t) {
  int l = get_local_id(0);
  t[l] = in[get_global_id(0)];
  for (int n = get_local_size(0) / 2; n > 0; n /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < n) t[l] += t[l + n];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 0) out[get_group_id(0)] = t[0];
}
kernel void tiled(global float *c, global const float *a, global const float *b, int n) {
  local float ta[4][4], tb[4][4];
  int x = get_local_id(0), y = get_local_id(1);
  float sum = 0;
  for (int t = 0; t < n; t += 4) {
    ta[y][x] = a[get_global_id(1) * n + t + x];
    tb[y][x] = b[(t + y) * n + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < 4; k++) sum += ta[y][k] * tb[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[get_global_id(1) * n + get_global_id(0)] = sum;
}
kernel void global_barrier(global int *out, global int *t) {
  int i = get_global_id(0), l = get_local_id(0);
  t[i] = l * l;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[i] = t[i - l + ((l + 1) % get_local_size(0))];
}
kernel void copies(global int *out, global const int *in, local int *t) {
  int n = get_local_size(0), first = n * get_group_id(0);
  event_t e = async_work_group_copy(t, in + first, n, 0);
  wait_group_events(1, &e);
  t[get_local_id(0)] += get_local_id(0);
  barrier(CLK_LOCAL_MEM_FENCE);
  e = async_work_group_strided_copy(out + 2 * first, t, n, 2, 0);
  wait_group_events(1, &e);
}

// Atomic operations

kernel void histogram(global const uchar *in, global int *bins) {
  local int own[8];
  int l = get_local_id(0);
  if (l < 8) own[l] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[in[get_global_id(0)] & 7]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l < 8) atomic_add(&bins[l], own[l]);
}
kernel void atomics(global int *r, global const int *in) {
  int x = in[get_global_id(0)];
  atomic_add(&r[0], x); atomic_sub(&r[1], x); atomic_min(&r[2], x); atomic_max(&r[3], x);
  atomic_and(&r[4], x); atomic_or(&r[5], x); atomic_xor(&r[6], x); atomic_dec(&r[7]);
  atomic_cmpxchg(&r[8], 0, 5);
  atom_inc((volatile global uint *)&r[9]);
}
kernel void atomics_c11(global atomic_int *r, global const int *in) {
  int x = in[get_global_id(0)];
  atomic_fetch_add_explicit(&r[0], x, memory_order_relaxed, memory_scope_device);
  int seen = atomic_load(&r[1]);
  while (!atomic_compare_exchange_weak(&r[1], &seen, seen + (x & 1)));
  atomic_fetch_max(&r[2], x);
}

// Functions of work-groups

kernel void group_reduce(global int *out, global const int *in) {
  int i = get_global_id(0);
  out[i] = work_group_reduce_add(in[i]) + 10000 * work_group_reduce_max(in[i]);
}
kernel void group_scan(global int *out, global const int *in) {
  int i = get_global_id(0);
  out[i] = work_group_scan_inclusive_add(in[i]) * 100 + work_group_scan_exclusive_min(in[i]) % 100;
}
kernel void group_float(global float *out, global const float *in) {
  out[get_global_id(0)] = work_group_scan_exclusive_add(in[get_global_id(0)]);
}
kernel void group_votes(global int *out, global const int *in) {
  int i = get_global_id(0);
  out[i] = work_group_any(in[i] > 90) + 2 * work_group_all(in[i] > -99) +
           4 * work_group_broadcast(in[i], 2);
}

// Vectors

kernel void swizzles(global int4 *out, global const int4 *in) {
  int4 v = in[get_global_id(0)];
  out[get_global_id(0)] = (int4)(v.wx, v.s12) + v.zzxy * 2;
}
kernel void vector_argument(global float4 *out, global const float4 *in, float4 k) {
  int i = get_global_id(0);
  float4 v = in[i] * k;
  out[i] = select(v.wzyx, v, isless(v, (float4)(8.0f)));
}
kernel void vectors_of_3(global int *out, global const int *in) {
  int i = get_global_id(0);
  int3 v = vload3(i, in);
  vstore3(v.zxy + (int3)(1, 2, 3), i, out);
}
kernel void vectors_of_16(global int *out, global const int *in) {
  int16 v = vload16(get_global_id(0), in);
  int8 h = v.lo + v.hi;
  int4 q = h.even * h.odd;
  vstore16(v.sfedcba9876543210 + (int16)(q, q, q, q), get_global_id(0), out);
}
kernel void compared(global int *out, global const float2 *in) {
  int i = get_global_id(0);
  int2 c = in[i] > (float2)(1, 2);
  out[i] = c.x + 10 * c.y + 100 * any(c) + 1000 * all(c);
}
kernel void shuffled(global int4 *out, global const int4 *in, global const uint4 *mask) {
  int i = get_global_id(0);
  out[i] = shuffle(in[i], mask[i]) + 100 * shuffle2(in[i], in[i] + 1, mask[i]);
}
kernel void geometry(global float *out, global const float4 *in) {
  int i = get_global_id(0);
  float4 a = in[i], b = a.yzwx;
  out[i] = dot(a, b) + length(a) + distance(a.xy, b.xy) + cross(a.xyz, b.xyz).z +
           dot(normalize(a), a) + fast_length(a.xyz);
}

// The library

kernel void integers(global int *out, global const int *a, global const int *b) {
  int i = get_global_id(0), x = a[i], y = b[i];
  global int *o = out + 16 * i;
  o[0] = abs(x); o[1] = abs_diff(x, y); o[2] = add_sat(x, y); o[3] = sub_sat(x, y);
  o[4] = hadd(x, y); o[5] = rhadd(x, y); o[6] = clz(x); o[7] = ctz(x);
  o[8] = mul_hi(x, y); o[9] = mad_sat(x, y, x); o[10] = rotate(x, y); o[11] = popcount(x);
  o[12] = clamp(x, -5, 1000); o[13] = mul24(x, y); o[14] = max(x, y) - (min(x, y) >> 1);
  o[15] = upsample((short)x, (ushort)y);
}
kernel void small_integers(global short *out, global const char2 *a) {
  int i = get_global_id(0);
  char2 x = a[i];
  char2 s = add_sat(x, x.yx), d = sub_sat(x, x.yx);
  uchar2 n = abs(x);
  out[4 * i] = s.x; out[4 * i + 1] = d.x; out[4 * i + 2] = n.y;
  out[4 * i + 3] = clz(x.x) + 10 * popcount(x.y);
}
kernel void long_integers(global long *out, global const long *a) {
  int i = get_global_id(0);
  long x = a[i];
  out[i] = mul_hi(x, x) + rotate(x, 5L) + mad_sat(x, 3L, 1L) + clz(x) + hadd(x, 9L);
}
kernel void maths(global float *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i];
  global float *o = out + 12 * i;
  o[0] = sin(x); o[1] = cos(x); o[2] = exp(x); o[3] = log(fabs(x)); o[4] = pow(fabs(x), 1.5f);
  o[5] = cbrt(x); o[6] = erf(x); o[7] = tanh(x); o[8] = atan2(x, 2.0f); o[9] = pown(x, 3);
  o[10] = sinpi(x); o[11] = hypot(x, 1.0f);
}
kernel void maths_2(global float *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i], whole;
  int e;
  global float *o = out + 8 * i;
  o[0] = modf(x, &whole); o[1] = whole; o[2] = frexp(x, &e); o[3] = e;
  o[4] = fract(x, &whole); o[5] = rint(x * 2); o[6] = fma(x, x, 1.0f); o[7] = rsqrt(x * x + 1);
}
kernel void commons(global float4 *out, global const float4 *in) {
  int i = get_global_id(0);
  float4 x = in[i];
  out[i] = mix(x, x.wzyx, 0.25f) + step(0.5f, x) + smoothstep(0.0f, 2.0f, x) + sign(x) +
           degrees(radians(x)) + clamp(x, -1.0f, 1.0f);
}
kernel void relations(global int *out, global const float *in) {
  int i = get_global_id(0);
  float x = in[i];
  out[i] = isnan(x) + 2 * isinf(x) + 4 * isfinite(x) + 8 * signbit(x) + 16 * isnormal(x) +
           32 * isequal(x, x) + 64 * isunordered(x, 1.0f) + 128 * islessgreater(x, 1.0f);
}
kernel void converted(global uchar4 *out, global const float4 *in) {
  out[get_global_id(0)] = convert_uchar4_sat_rte(in[get_global_id(0)]);
}
kernel void rounded(global int *out, global const float *in) {
  int i = get_global_id(0);
  out[4 * i] = convert_int_rte(in[i]); out[4 * i + 1] = convert_int_rtz(in[i]);
  out[4 * i + 2] = convert_int_rtp(in[i]); out[4 * i + 3] = convert_int_rtn(in[i]);
}
kernel void to_floats(global float *out, global const long *in) {
  int i = get_global_id(0);
  out[4 * i] = convert_float(in[i]); out[4 * i + 1] = convert_float_rtz(in[i]);
  out[4 * i + 2] = convert_float_rtp(in[i]); out[4 * i + 3] = convert_float_rtn(in[i]);
}
kernel void halves(global half *out, global const float *in) {
  int i = get_global_id(0);
  vstore_half(in[i], i, out);
  vstore_half_rtz(vload_half(i, out) + in[i], i, out);
}
kernel void bits_as(global uint *out, global const float *in) {
  int i = get_global_id(0);
  short2 s = as_short2(in[i]);
  out[i] = as_uint(in[i]) ^ (uint)s.x;
}
kernel void selected(global int *out, global const int *a, global const int *b) {
  int i = get_global_id(0);
  int2 v = select((int2)(a[i]), (int2)(b[i]), (int2)(a[i], b[i]));
  out[i] = bitselect(a[i], b[i], 0x0f0f) + 3 * v.x + 5 * v.y;
}
kernel void printed(global const int *in) {
  int i = get_global_id(0);
  if (in[i] > 0) printf("%d: %d %s %.2f\n", i, in[i], "of", in[i] * 1.5f);
}

/* Sub-groups: 16 items in a row, in any number of lanes. */
kernel void sub_groups(global int8 *out, global const int *in) {
  int i = get_global_id(0), x = in[i];
  out[i] = (int8)(
      sub_group_reduce_add(x), sub_group_scan_inclusive_max(x),
      sub_group_scan_exclusive_add(x), sub_group_broadcast(x, 3u),
      sub_group_any(x > 90) + 2 * sub_group_all(x > -95),
      sub_group_shuffle_xor(x, 5u), intel_sub_group_shuffle_down(x, -x, 3u),
      get_sub_group_local_id() + 100 * get_sub_group_id() +
          1000 * get_sub_group_size() + 100000 * get_num_sub_groups());
}

kernel void sub_group_blocks(global uint *out, global const uint *in) {
  size_t at = get_group_id(0) * get_local_size(0) + get_sub_group_id() * 16;
  uint2 v = intel_sub_group_block_read2(in + 2 * at);
  intel_sub_group_block_write2(out + 2 * at, v + 1);
}

kernel void half_functions(global half *out, global const half *in) {
  int i = get_global_id(0);
  half x = in[i], whole;
  half2 v = vload2(0, in + (i & ~1));
  out[4 * i] = x * x + max(x, (half)1) - sqrt(fabs(x));
  out[4 * i + 1] = isgreater(x, (half)0.5f) ? nextafter(x, (half)9) : clamp(x, (half)-1, (half)0);
  out[4 * i + 2] = fract(x, &whole) + whole;
  out[4 * i + 3] = dot(v, v);
}

kernel void printed_vectors(global const int *in) {
  int i = get_global_id(0), x = in[i];
  float4 f = (float4)(x, 1.5f, -2, i);
  printf("%.1v4hlf|%v3hld|%04v2hx\n", f, convert_int3(f.xyz), (ushort2)(i, 255));
  printf("%v2ld %lu %v4hhu 100%%\n", (long2)(x, -1) << 33, ~0UL, (uchar4)(250, i, 1, 2));
}
