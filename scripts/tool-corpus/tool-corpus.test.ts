/** Every operation of the corpus as a tool of every model API. */
import { modelApiNames } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { corpusFolder, corpusHelp } from '../../bench/corpus.js';
import { countTools, emptyCounts, toolsOf } from './check-tools.js';
import { readEntries, readListedTools } from './read-entries.js';

const corpus = corpusFolder();
if (corpus === undefined) console.warn(`tool-corpus.test.ts is skipped. ${corpusHelp}`);

describe.skipIf(corpus === undefined)('all operations of the corpus', () => {
  it('are accepted by every model API, by an independent reading of its rules', async () => {
    const counts = emptyCounts();
    for await (const { file, entry } of readEntries(corpus ?? '')) countTools(counts, toolsOf(entry), { file });
    countTools(counts, readListedTools(corpus ?? '', { every: 20 }), { file: 'list' });
    for (const api of modelApiNames) {
      expect(counts[api].faults.slice(0, 10), api).toEqual([]);
      expect(counts[api].tools, api).toBeGreaterThan(17_000);
    }
  }, 900_000);
});
