/** The version of this program, from its own manifest. */
import { readFileSync } from 'node:fs';
import { packageFile } from './package-file.js';

/** Reads the version from package.json. */
export function readVersion(): string {
  const manifest = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as { version: string };
  return manifest.version;
}
