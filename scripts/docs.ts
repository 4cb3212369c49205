/** `npm run docs`: regenerates the pages and schemas. With `--check` it only lists those that are out of date. */
import { fileURLToPath } from 'node:url';
import { pages } from './docs/index.js';
import { findOutdated, makeFiles, writeFiles } from './generate-docs.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const files = await makeFiles(root, pages);
if (process.argv.includes('--check')) {
  const outdated = findOutdated(root, files);
  for (const path of outdated) console.error(`${path} is out of date: run npm run docs`);
  process.exitCode = outdated.length === 0 ? 0 : 1;
} else {
  const written = writeFiles(root, files);
  console.log(written.length === 0 ? 'Everything was up to date.' : written.map((path) => `wrote ${path}`).join('\n'));
}
