/** Locates files of this package from its sources and from its bundles, which are at different depths. */
import { existsSync } from 'node:fs';

/** URL of a file of this package, by its path from the folder of package.json. */
export function packageFile(path: string): URL {
  let folder = new URL('.', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('..', folder);
  return new URL(path, folder);
}
