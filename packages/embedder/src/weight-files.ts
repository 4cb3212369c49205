/** Reads the weights and verifies that they are the published ones. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { manifest, type WeightFileName } from './manifest.js';

/** Reads one of the package's files. */
export interface WeightFiles {
  read(name: WeightFileName | 'kernel.wasm'): Promise<Uint8Array<ArrayBuffer>>;
}

/** A weight file differs from the published one. */
export class WeightsChanged extends Error {
  override readonly name = 'WeightsChanged';
}

/** The installed files. */
export function packagedFiles(): WeightFiles {
  return {
    async read(name) {
      const folder = name === 'kernel.wasm' ? '../kernel/' : '../weights/';
      return new Uint8Array(await readFile(new URL(folder + name, import.meta.url)));
    },
  };
}

/** A file with a verified checksum; throws `WeightsChanged` otherwise. */
export async function readWeights(files: WeightFiles, name: WeightFileName): Promise<Uint8Array<ArrayBuffer>> {
  const content = await files.read(name);
  const { bytes, sha256 } = manifest.files[name];
  if (content.length === bytes && createHash('sha256').update(content).digest('hex') === sha256) return content;
  throw new WeightsChanged(
    `The file ${name} of @dragoman/embedder is not the published one (${content.length} bytes, SHA-256 differs). ` +
      'Reinstall the package.',
  );
}
