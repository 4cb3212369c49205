import { describe, expect, it } from 'vitest';
import { corpusFolder, corpusHelp } from '../corpus.js';
import { compareSearches, openSearchedRegistry, requestsBy } from './one-ranking.js';

const corpus = corpusFolder();
if (corpus === undefined) console.warn(`one-ranking.test.ts is skipped. ${corpusHelp}`);

describe.skipIf(corpus === undefined)('searches for operations', () => {
  it('rank 100 summaries and 100 paraphrases alike on every face, with at least 90 summaries first', async () => {
    const registry = await openSearchedRegistry(corpus ?? '', { embedder: 'instant', share: 12 });
    try {
      for (const wording of ['summary', 'paraphrase'] as const) {
        const requests = requestsBy(wording);
        const results = await compareSearches(registry, requests);
        for (const { face, equal, empty } of results) {
          expect(equal + empty, `${face}: equal`).toBe(requests.length);
          if (face !== 'resolve') expect(empty, `${face}: empty`).toBe(0);
        }
        for (const { face, first } of wording === 'summary' ? results : [])
          expect(first, `${face}: right first`).toBeGreaterThanOrEqual(90);
      }
    } finally {
      await registry.close();
    }
  }, 120_000);
});
