/**
 * The arithmetic of the vector table, in AssemblyScript for WebAssembly SIMD: scalar products of 8-bit vectors with a
 * 16-bit query, and distances of sign codes. `npm run kernel -w packages/core` compiles it into src/discovery/vectors.
 */

function dot(vector: usize, query: usize, width: i32): i32 {
  let sum = i32x4.splat(0);
  for (let at = 0; at < width; at += 16) {
    const bytes = v128.load(vector + <usize>at);
    const from = query + ((<usize>at) << 1);
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), v128.load(from)));
    sum = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), v128.load(from, 16)));
  }
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** Adds the products of sixteen numbers of a row to its four sums. */
function addSixteen(sum: v128, bytes: v128, low: v128, high: v128): v128 {
  const first = i32x4.add(sum, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), low));
  return i32x4.add(first, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), high));
}

/**
 * The scalar product of the query with each of `count` vectors that lie one behind the other, and the largest of every
 * 64 in `tops`; `count` is a multiple of 64.
 */
export function dots(
  vectors: usize,
  scales: usize,
  count: i32,
  width: i32,
  query: usize,
  out: usize,
  tops: usize,
): void {
  const step = <usize>width;
  let top = f32x4.splat(-Infinity);
  for (let row = 0; row < count; row += 4) {
    let a = i32x4.splat(0);
    let b = i32x4.splat(0);
    let c = i32x4.splat(0);
    let d = i32x4.splat(0);
    for (let at: usize = 0; at < step; at += 16) {
      const from = query + (at << 1);
      const low = v128.load(from);
      const high = v128.load(from, 16);
      const place = vectors + at;
      a = addSixteen(a, v128.load(place), low, high);
      b = addSixteen(b, v128.load(place + step), low, high);
      c = addSixteen(c, v128.load(place + (step << 1)), low, high);
      d = addSixteen(d, v128.load(place + step * 3), low, high);
    }
    // The sums of four rows side by side: pairs of rows are added by interleaving them.
    const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
    const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
    const sums = i32x4.add(v128.shuffle<i32>(ab, cd, 0, 1, 4, 5), v128.shuffle<i32>(ab, cd, 2, 3, 6, 7));
    const place = (<usize>row) << 2;
    const products = f32x4.mul(f32x4.convert_i32x4_s(sums), v128.load(scales + place));
    v128.store(out + place, products);
    top = f32x4.max(top, products);
    vectors += step << 2;
    if ((row & 63) === 60) {
      const left = max(f32x4.extract_lane(top, 0), f32x4.extract_lane(top, 1));
      const right = max(f32x4.extract_lane(top, 2), f32x4.extract_lane(top, 3));
      store<f32>(tops + ((<usize>row >> 6) << 2), max(left, right));
      top = f32x4.splat(-Infinity);
    }
  }
}

/** The scalar product of the query with one vector. */
export function dotOne(vector: usize, scale: usize, width: i32, query: usize): f32 {
  return <f32>dot(vector, query, width) * load<f32>(scale);
}

/** In how many signs each of `count` codes differs from the query's. */
export function distances(codes: usize, count: i32, width: i32, query: usize, out: usize): void {
  for (let row = 0; row < count; row++) {
    let sum = i16x8.splat(0);
    for (let at = 0; at < width; at += 16) {
      const differ = v128.xor(v128.load(codes + <usize>at), v128.load(query + <usize>at));
      sum = i16x8.add(sum, i16x8.extadd_pairwise_i8x16_u(i8x16.popcnt(differ)));
    }
    const four = i32x4.extadd_pairwise_i16x8_u(sum);
    const total =
      i32x4.extract_lane(four, 0) +
      i32x4.extract_lane(four, 1) +
      i32x4.extract_lane(four, 2) +
      i32x4.extract_lane(four, 3);
    store<u16>(out + ((<usize>row) << 1), <u16>total);
    codes += <usize>width;
  }
}
