/** The compiled kernel: loads kernel.wasm and types its functions. Addresses are bytes in the kernel's memory. */

/** The exports of kernel/kernel.ts. */
export interface Kernel {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  quantise(from: number, rows: number, width: number, to: number, scales: number): void;
  multiply(
    x: number,
    rowScales: number,
    rows: number,
    inner: number,
    weights: number,
    terms: number,
    outer: number,
    out: number,
  ): void;
  gelu(values: number, count: number): void;
  addNorm(rows: number, added: number, count: number, terms: number): void;
  attend(qkv: number, tokens: number, scores: number, out: number): void;
}

/** The subset of WebAssembly that is used. Node provides it, but its types leave it to the DOM library. */
declare const WebAssembly: {
  instantiate(code: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: unknown } }>;
};

const pageBytes = 65_536;

/** Creates a kernel with `bytes` of memory in addition to its first page. */
export async function createKernel(code: Uint8Array<ArrayBuffer>, bytes: number): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(code);
  // The module is our own build, so its exports are known.
  const kernel = instance.exports as Kernel;
  kernel.memory.grow(Math.ceil(bytes / pageBytes));
  return kernel;
}

/** First free byte of memory for weights and buffers. */
export const firstFreeByte = pageBytes;
