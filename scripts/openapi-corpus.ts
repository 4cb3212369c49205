/** Reads the whole corpus of API descriptions and writes `docs/reference/openapi-corpus.md`; run manually. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { corpusFolder, corpusHelp } from '../bench/corpus.js';
import type { Measured } from './openapi-corpus/measure-document.js';
import { measureDocument } from './openapi-corpus/measure-document.js';
import { createOpenDocument, readIndex } from './openapi-corpus/read-corpus.js';
import { writePage } from './openapi-corpus/write-page.js';

const corpus = corpusFolder();
if (corpus === undefined) {
  console.error(corpusHelp);
  process.exitCode = 2;
} else {
  const folder = join(corpus, 'openapi');
  const open = createOpenDocument(folder);
  const measured: Measured[] = [];
  for (const row of readIndex(folder)) measured.push(await measureDocument(row, open(row)));
  const page = fileURLToPath(new URL('../docs/reference/openapi-corpus.md', import.meta.url));
  writeFileSync(page, writePage(measured));
  console.log(`${measured.length} documents read; peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MB`);
}
