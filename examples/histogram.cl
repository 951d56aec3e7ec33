// How often each byte occurs: counted by each work-group in its local memory first.
//
//   circ-run examples/histogram.cl --global 4096 --local 256 --threads 8 --save-dir out \
//       -- bytes.npy counts.npy
//
// bytes.npy has 4096 of uint8, counts.npy 256 zeros of uint32.

kernel void histogram(global const uchar *bytes, global uint *counts) {
  local uint own[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) own[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  atomic_inc(&own[bytes[get_global_id(0)]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0))
    atomic_add(&counts[i], own[i]);
}
