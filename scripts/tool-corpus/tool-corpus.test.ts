/** Operations of every third corpus document as tools of every model API; `scripts/tool-corpus.ts` counts all of them. */
import { modelApiNames } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { corpusFolder, corpusHelp } from '../../bench/corpus.js';
import { countTools, emptyCounts, toolsOf } from './check-tools.js';
import { readEntries, readListedTools } from './read-entries.js';

const corpus = corpusFolder();
if (corpus === undefined) console.warn(`tool-corpus.test.ts is skipped. ${corpusHelp}`);

describe.skipIf(corpus === undefined)('the operations of every third corpus document', () => {
  it('are accepted by every model API, by an independent reading of its rules', async () => {
    const counts = emptyCounts();
    let row = 0;
    const isThird = () => row++ % 3 === 0;
    for await (const { file, entry } of readEntries(corpus ?? '', isThird))
      countTools(counts, toolsOf(entry), { file });
    countTools(counts, readListedTools(corpus ?? '', { every: 50 }), { file: 'list' });
    for (const api of modelApiNames) {
      expect(counts[api].faults.slice(0, 10), api).toEqual([]);
      expect(counts[api].tools, api).toBeGreaterThan(7000);
    }
  }, 900_000);
});
