/**
 * The arithmetic of the precise tier, in AssemblyScript for WebAssembly SIMD. Weights are 8-bit with one scale per
 * output; activations are rounded to 14 bits per token, so that only the weights lose precision. Sums of 1,536 products
 * fit in 32 bits. `npm run kernel -w packages/embedder` compiles it to kernel.wasm.
 */

/** Largest rounded activation: 127 · 8191 · 1536 stays below 2³¹. */
const LARGEST: f32 = 8191;
const HEADS: i32 = 12;
const HEAD_SIZE: i32 = 32;
const HIDDEN: i32 = 384;
/** Bytes of one row of floats. */
const ROW: usize = 1536;

function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + (f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3));
}

/** e to the power of four numbers that are at most zero. */
function exp4(given: v128): v128 {
  const x = f32x4.mul(f32x4.max(given, f32x4.splat(-87)), f32x4.splat(Mathf.LOG2E));
  const whole = f32x4.floor(x);
  const rest = f32x4.sub(x, whole);
  let y = f32x4.splat(0.00189646);
  y = f32x4.add(f32x4.mul(y, rest), f32x4.splat(0.00894604));
  y = f32x4.add(f32x4.mul(y, rest), f32x4.splat(0.05586624));
  y = f32x4.add(f32x4.mul(y, rest), f32x4.splat(0.24014077));
  y = f32x4.add(f32x4.mul(y, rest), f32x4.splat(0.6931508));
  y = f32x4.add(f32x4.mul(y, rest), f32x4.splat(1.0));
  return i32x4.add(y, i32x4.shl(i32x4.trunc_sat_f32x4_s(whole), 23));
}

/**
 * Rounds each row of floats to 14 bits and stores the step size of each row in `scales`. Four rows are interleaved,
 * eight numbers of each in turn, as `multiply` reads them.
 */
export function quantise(from: usize, rows: i32, width: i32, to: usize, scales: usize): void {
  for (let row = 0; row < rows; row++) {
    let top = f32x4.splat(1e-12);
    for (let at = 0; at < width; at += 4) top = f32x4.max(top, f32x4.abs(v128.load(from + ((<usize>at) << 2))));
    const largest = max(
      max(f32x4.extract_lane(top, 0), f32x4.extract_lane(top, 1)),
      max(f32x4.extract_lane(top, 2), f32x4.extract_lane(top, 3)),
    );
    const factor = f32x4.splat(LARGEST / largest);
    let place = to + ((<usize>(row >> 2) * <usize>width) << 3) + ((<usize>(row & 3)) << 4);
    for (const end = from + ((<usize>width) << 2); from < end; from += 32) {
      const low = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(from), factor)));
      const high = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(from, 16), factor)));
      v128.store(place, i16x8.narrow_i32x4_s(low, high));
      place += 64;
    }
    store<f32>(scales + ((<usize>row) << 2), largest / LARGEST);
  }
}

/** The lane sums of four vectors, in one vector. */
function sum4(a: v128, b: v128, c: v128, d: v128): v128 {
  const ab = i32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  const cd = i32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  return i32x4.add(v128.shuffle<i64>(ab, cd, 0, 2), v128.shuffle<i64>(ab, cd, 1, 3));
}

/** Writes one output of four rows; `step` is the distance between rows, and between a scale and its bias. */
function put(sums: v128, rowScales: v128, terms: usize, out: usize, step: usize): void {
  const scaled = f32x4.mul(f32x4.mul(f32x4.convert_i32x4_s(sums), rowScales), f32x4.splat(load<f32>(terms)));
  const values = f32x4.add(scaled, f32x4.splat(load<f32>(terms + step)));
  store<f32>(out, f32x4.extract_lane(values, 0));
  store<f32>(out + step, f32x4.extract_lane(values, 1));
  store<f32>(out + 2 * step, f32x4.extract_lane(values, 2));
  store<f32>(out + 3 * step, f32x4.extract_lane(values, 3));
}

/**
 * out = x · wᵀ · scales + bias, for rows in groups of four (the caller rounds up) and outputs in pairs. Both are
 * interleaved: four rows of x as `quantise` writes them, two rows of w, eight numbers of each in turn. `terms` contains
 * the scales of the outputs, followed by their biases.
 */
export function multiply(
  x: usize,
  rowScales: usize,
  rows: i32,
  inner: i32,
  w: usize,
  terms: usize,
  outer: i32,
  out: usize,
): void {
  const step = (<usize>outer) << 2;
  const pairBytes = (<usize>inner) << 1;
  for (let output = 0; output < outer; output += 2) {
    let from = x;
    let place = out + ((<usize>output) << 2);
    for (let row = 0; row < rows; row += 4) {
      let a0 = i32x4.splat(0);
      let a1 = i32x4.splat(0);
      let a2 = i32x4.splat(0);
      let a3 = i32x4.splat(0);
      let b0 = i32x4.splat(0);
      let b1 = i32x4.splat(0);
      let b2 = i32x4.splat(0);
      let b3 = i32x4.splat(0);
      for (let pair = w, end = w + pairBytes; pair < end; pair += 16) {
        const first = v128.load_ext<i8>(pair);
        const second = v128.load_ext<i8>(pair, 8);
        let four = v128.load(from);
        a0 = i32x4.add(a0, i32x4.dot_i16x8_s(four, first));
        b0 = i32x4.add(b0, i32x4.dot_i16x8_s(four, second));
        four = v128.load(from, 16);
        a1 = i32x4.add(a1, i32x4.dot_i16x8_s(four, first));
        b1 = i32x4.add(b1, i32x4.dot_i16x8_s(four, second));
        four = v128.load(from, 32);
        a2 = i32x4.add(a2, i32x4.dot_i16x8_s(four, first));
        b2 = i32x4.add(b2, i32x4.dot_i16x8_s(four, second));
        four = v128.load(from, 48);
        a3 = i32x4.add(a3, i32x4.dot_i16x8_s(four, first));
        b3 = i32x4.add(b3, i32x4.dot_i16x8_s(four, second));
        from += 64;
      }
      const scales = v128.load(rowScales + ((<usize>row) << 2));
      put(sum4(a0, a1, a2, a3), scales, terms, place, step);
      put(sum4(b0, b1, b2, b3), scales, terms + 4, place + 4, step);
      place += 4 * step;
    }
    w += pairBytes;
    terms += 8;
  }
}

/** Gaussian error linear units in place: x · Φ(x), with erf by Abramowitz and Stegun 7.1.26. */
export function gelu(values: usize, count: i32): void {
  const one = f32x4.splat(1);
  const end = values + ((<usize>count) << 2);
  for (let at = values; at < end; at += 16) {
    const x = v128.load(at);
    const z = f32x4.mul(f32x4.abs(x), f32x4.splat(Mathf.SQRT1_2));
    const t = f32x4.div(one, f32x4.add(one, f32x4.mul(z, f32x4.splat(0.3275911))));
    let y = f32x4.splat(1.061405429);
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(-1.453152027));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(1.421413741));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(-0.284496736));
    y = f32x4.add(f32x4.mul(y, t), f32x4.splat(0.254829592));
    const tail = f32x4.mul(f32x4.mul(y, t), exp4(f32x4.neg(f32x4.mul(z, z))));
    const half = f32x4.mul(f32x4.splat(0.5), tail);
    const below = f32x4.lt(x, f32x4.splat(0));
    v128.store(at, f32x4.mul(x, v128.bitselect(half, f32x4.sub(one, half), below)));
  }
}

/**
 * rows = norm(rows + added): mean 0, variance 1, then the layer's own scale and shift, which are stored consecutively.
 */
export function addNorm(rows: usize, added: usize, count: i32, terms: usize): void {
  for (let row = 0; row < count; row++) {
    let sum = f32x4.splat(0);
    for (let at: usize = 0; at < ROW; at += 16) {
      const value = f32x4.add(v128.load(rows + at), v128.load(added + at));
      v128.store(rows + at, value);
      sum = f32x4.add(sum, value);
    }
    const mean = f32x4.splat(sumLanes(sum) / <f32>HIDDEN);
    let squares = f32x4.splat(0);
    for (let at: usize = 0; at < ROW; at += 16) {
      const off = f32x4.sub(v128.load(rows + at), mean);
      squares = f32x4.add(squares, f32x4.mul(off, off));
    }
    const scale = f32x4.splat(<f32>1 / sqrt<f32>(sumLanes(squares) / <f32>HIDDEN + <f32>1e-12));
    for (let at: usize = 0; at < ROW; at += 16) {
      const off = f32x4.mul(f32x4.sub(v128.load(rows + at), mean), scale);
      v128.store(rows + at, f32x4.add(f32x4.mul(off, v128.load(terms + at)), v128.load(terms + at, HIDDEN * 4)));
    }
    rows += ROW;
    added += ROW;
  }
}

/** The output of one head for one token: the softmax of the scores, and the weighted mean of the values. */
function blend(v: usize, tokens: i32, scores: usize, highest: f32, out: usize): void {
  const row: usize = 3 * HIDDEN * 4;
  let total: f32 = 0;
  const top = f32x4.splat(highest);
  for (let at = 0; at < tokens; at += 4) {
    const place = scores + ((<usize>at) << 2);
    v128.store(place, exp4(f32x4.sub(v128.load(place), top)));
  }
  let s0 = f32x4.splat(0),
    s1 = f32x4.splat(0),
    s2 = f32x4.splat(0),
    s3 = f32x4.splat(0);
  let s4 = f32x4.splat(0),
    s5 = f32x4.splat(0),
    s6 = f32x4.splat(0),
    s7 = f32x4.splat(0);
  for (let at = 0; at < tokens; at++) {
    const share = load<f32>(scores + ((<usize>at) << 2));
    total += share;
    const p = f32x4.splat(share);
    s0 = f32x4.add(s0, f32x4.mul(p, v128.load(v)));
    s1 = f32x4.add(s1, f32x4.mul(p, v128.load(v, 16)));
    s2 = f32x4.add(s2, f32x4.mul(p, v128.load(v, 32)));
    s3 = f32x4.add(s3, f32x4.mul(p, v128.load(v, 48)));
    s4 = f32x4.add(s4, f32x4.mul(p, v128.load(v, 64)));
    s5 = f32x4.add(s5, f32x4.mul(p, v128.load(v, 80)));
    s6 = f32x4.add(s6, f32x4.mul(p, v128.load(v, 96)));
    s7 = f32x4.add(s7, f32x4.mul(p, v128.load(v, 112)));
    v += row;
  }
  const part = f32x4.splat(<f32>1 / total);
  v128.store(out, f32x4.mul(s0, part));
  v128.store(out, f32x4.mul(s1, part), 16);
  v128.store(out, f32x4.mul(s2, part), 32);
  v128.store(out, f32x4.mul(s3, part), 48);
  v128.store(out, f32x4.mul(s4, part), 64);
  v128.store(out, f32x4.mul(s5, part), 80);
  v128.store(out, f32x4.mul(s6, part), 96);
  v128.store(out, f32x4.mul(s7, part), 112);
}

/** Attention of all heads: `qkv` has query, key and value of each token in one row; `scores` has room for one row. */
export function attend(qkv: usize, tokens: i32, scores: usize, out: usize): void {
  const row: usize = 3 * HIDDEN * 4;
  const factor: f32 = 0.17677669;
  for (let head = 0; head < HEADS; head++) {
    const offset = <usize>(head * HEAD_SIZE * 4);
    for (let token = 0; token < tokens; token++) {
      const q = qkv + <usize>token * row + offset;
      let k = qkv + offset + HIDDEN * 4;
      let highest: f32 = -1e30;
      for (let other = 0; other < tokens; other++) {
        let sum = f32x4.mul(v128.load(q), v128.load(k));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 16), v128.load(k, 16)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 32), v128.load(k, 32)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 48), v128.load(k, 48)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 64), v128.load(k, 64)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 80), v128.load(k, 80)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 96), v128.load(k, 96)));
        sum = f32x4.add(sum, f32x4.mul(v128.load(q, 112), v128.load(k, 112)));
        const score = sumLanes(sum) * factor;
        highest = max(highest, score);
        store<f32>(scores + ((<usize>other) << 2), score);
        k += row;
      }
      blend(qkv + offset + 2 * HIDDEN * 4, tokens, scores, highest, out + <usize>(token * HIDDEN * 4) + offset);
    }
  }
}
