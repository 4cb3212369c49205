/** The version of this program, from its own manifest. */
import { readFileSync } from 'node:fs';

/** Reads the version; the manifest lies beside the sources and beside what is built from them. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}
