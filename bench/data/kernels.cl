// Work-items' views of the kernels in bench/data, for bench/kernels.py.

kernel void saxpy_f32(float a, global const float *x, global float *y) {
  size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}

kernel void relu_bias_f32(global const float *x, global const float *bias, global float *out) {
  size_t column = get_global_id(0), i = get_global_id(1) * get_global_size(0) + column;
  float sum = x[i] + bias[column];
  out[i] = sum > 0.0f ? sum : 0.0f;
}

kernel void matmul_f32(global const float *a, global const float *b, global float *c) {
  size_t row = get_global_id(1), column = get_global_id(0);
  float sum = c[row * 16 + column];
  for (int k = 0; k < 16; k++) sum += a[row * 16 + k] * b[k * 16 + column];
  c[row * 16 + column] = sum;
}

kernel __attribute__((reqd_work_group_size(16, 16, 1)))
void matmul_tiled_f32(global const float *a, global const float *b, global float *c) {
  local float as[16][16], bs[16][16];
  size_t row = get_local_id(1), column = get_local_id(0);
  as[row][column] = a[row * 16 + column];
  bs[row][column] = b[row * 16 + column];
  barrier(CLK_LOCAL_MEM_FENCE);
  float sum = c[row * 16 + column];
  for (int k = 0; k < 16; k++) sum += as[row][k] * bs[k][column];
  c[row * 16 + column] = sum;
}

kernel void conv2d_i32(global const int *image, global const int *weights, global int *out) {
  size_t x = get_global_id(0), y = get_global_id(1);
  int sum = out[y * 14 + x];
  for (int v = 0; v < 3; v++)
    for (int u = 0; u < 3; u++) sum += image[(y + v) * 16 + x + u] * weights[v * 3 + u];
  out[y * 14 + x] = sum;
}

kernel void mandelbrot(global int *counts) {
  int row = get_global_id(1), column = get_global_id(0), count = 0;
  float cy = row * 0.125f - 1.0f, cx = column * 0.125f - 1.5f, x = 0.0f, y = 0.0f;
  while (count < 64 && x * x + y * y <= 4.0f) {
    float next = x * x - y * y + cx;
    y = x * y * 2.0f + cy;
    x = next;
    count++;
  }
  counts[row * 16 + column] = count;
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void histogram_atomic(global const uchar *values, global int *bins) {
  local int counts[16];
  size_t item = get_local_id(0);
  if (item < 16) counts[item] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t i = item; i < 256; i += 64) atomic_inc(&counts[values[i] >> 4]);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item < 16) bins[item] = counts[item];
}

// Counts of an item's 16 values in registers: four bits a bin, then bytes.
kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void histogram(global const uchar *values, global int *bins) {
  local uint counts[4][16];
  size_t item = get_local_id(0);
  uint bytes[4] = {0, 0, 0, 0};
  for (int part = 0; part < 2; part++) {
    uint low = 0, high = 0;
    for (int k = 0; k < 8; k++) {
      uint bin = values[(part * 8 + k) * 16 + item] >> 4;
      uint one = 1u << bin % 8 * 4, upper = one * (bin >> 3);
      high += upper;
      low += one - upper;
    }
    bytes[0] += low & 0x0f0f0f0f;
    bytes[1] += low >> 4 & 0x0f0f0f0f;
    bytes[2] += high & 0x0f0f0f0f;
    bytes[3] += high >> 4 & 0x0f0f0f0f;
  }
  for (int k = 0; k < 4; k++) counts[k][item] = bytes[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 8; step > 1; step >>= 1) {
    if (item < step)
      for (int k = 0; k < 4; k++) counts[k][item] += counts[k][item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  size_t k = item / 8 * 2 + item % 2, shift = item % 8 / 2 * 8;
  bins[item] = (counts[k][0] >> shift & 255) + (counts[k][1] >> shift & 255);
}

kernel __attribute__((reqd_work_group_size(16, 1, 1)))
void dot_f32(global const float *a, global const float *b, global float *out) {
  local float sums[16];
  size_t item = get_local_id(0);
  float sum = 0.0f;
  for (size_t i = 0; i < 128; i += 16) sum += a[i + item] * b[i + item];
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 8; step; step >>= 1) {
    if (item < step) sums[item] += sums[item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) out[0] = sums[0];
}

kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void reduction(global const int *values, global int *out) {
  local int sums[64];
  size_t item = get_local_id(0);
  int sum = 0;
  for (size_t i = item; i < 256; i += 64) sum += values[i];
  sums[item] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t step = 32; step; step >>= 1) {
    if (item < step) sums[item] += sums[item + step];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0) out[0] = sums[0];
}
