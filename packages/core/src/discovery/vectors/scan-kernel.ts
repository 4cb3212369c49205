/**
 * The typed interface of the compiled arithmetic of the vector table. Addresses are bytes in the kernel's own memory.
 */
import { scanModule } from './scan-module.js';

/** The exports of kernel/scan.ts. */
export interface ScanKernel {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  dots(vectors: number, scales: number, count: number, width: number, query: number, out: number, tops: number): void;
  dotOne(vector: number, scale: number, width: number, query: number): number;
  distances(codes: number, count: number, width: number, query: number, out: number): void;
}

/** The used part of WebAssembly. Node provides it; its types are only in those of the browser. */
declare const WebAssembly: {
  Module: new (code: Uint8Array) => object;
  Instance: new (module: object) => { exports: unknown };
};

const pageBytes = 65_536;

/** Creates a kernel with its own memory. */
export function createScanKernel(): ScanKernel {
  const code = Buffer.from(scanModule, 'base64');
  // The module is our own build, so its exports are known.
  return new WebAssembly.Instance(new WebAssembly.Module(code)).exports as ScanKernel;
}

/** Allocates that many bytes at the end of the memory and returns their address. */
export function takeMemory(kernel: ScanKernel, bytes: number): number {
  return kernel.memory.grow(Math.ceil(bytes / pageBytes)) * pageBytes;
}
