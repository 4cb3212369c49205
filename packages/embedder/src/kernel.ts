/** The compiled kernel: loads kernel.wasm and gives its functions types. Places are bytes in the kernel's memory. */

/** What kernel/kernel.ts exports. */
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

/** The part of WebAssembly that is used. Node has it; its types leave it to those of the browser. */
declare const WebAssembly: {
  instantiate(code: Uint8Array<ArrayBuffer>): Promise<{ instance: { exports: unknown } }>;
};

const pageBytes = 65_536;

/** Makes a kernel whose memory holds `bytes` more than the page it begins with. */
export async function createKernel(code: Uint8Array<ArrayBuffer>, bytes: number): Promise<Kernel> {
  const { instance } = await WebAssembly.instantiate(code);
  // The module is our own build, so its exports are known.
  const kernel = instance.exports as Kernel;
  kernel.memory.grow(Math.ceil(bytes / pageBytes));
  return kernel;
}

/** First byte of the memory that is free for weights and workings. */
export const firstFreeByte = pageBytes;
