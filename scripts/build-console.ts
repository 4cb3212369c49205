/**
 * Builds the console into the server package, with compressed copies of every file. Nothing is built while its sources, the packages
 * that it contains and the lock file are unchanged, so that `npm start` does not wait for it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const output = join(root, 'packages/server/dist/console');
const stamp = join(root, 'packages/console/dist/built-from');

/** Sources that the result depends on; a folder stands for all files below it. */
const inputs = [
  'packages/console/src',
  'packages/console/index.html',
  'packages/console/vite.config.ts',
  'packages/console/package.json',
  'packages/sdk/src',
  'packages/model/src',
  'packages/language/src',
  'packages/lint/src',
  'packages/agis/src',
  'packages/core/src',
  'packages/documents/src',
  'package-lock.json',
  'scripts/build-console.ts',
];

/** Hash of all inputs with their names. */
function hashInputs(): string {
  const hash = createHash('sha256');
  for (const input of inputs) for (const file of listFiles(input)) hash.update(`${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

function listFiles(path: string): string[] {
  const full = join(root, path);
  if (/\.\w+$/.test(path)) return [full];
  const entries = readdirSync(full, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

const compressible = /\.(?:js|css|html|svg|json|map)$/;

/** Writes `.br` and `.gz` next to each text file; the server only selects one of them. */
async function compressAll(): Promise<void> {
  const files = readdirSync(output, { recursive: true, encoding: 'utf8' }).filter((file) => compressible.test(file));
  await Promise.all(files.map((file) => compress(join(output, file))));
}

async function compress(file: string): Promise<void> {
  const content = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, { params }));
  writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
}

const hash = hashInputs();
const isCurrent = existsSync(join(output, 'index.html')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === hash;
if (!isCurrent) {
  // Test runs set another value, with which Vite would bundle the development build of React.
  process.env.NODE_ENV = 'production';
  await build({ configFile: join(root, 'packages/console/vite.config.ts'), logLevel: 'error' });
  await compressAll();
  writeFileSync(stamp, hash);
}
