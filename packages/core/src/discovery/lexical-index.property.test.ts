import type { Entry } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canSee } from '../access/caller.js';
import type { FindQuery, Hit } from '../catalogue/index-port.js';
import { makeStored } from './fixtures/entries.js';
import { arbitraryCaller, arbitraryEntries, arbitraryEntry, arbitraryQuery } from './fixtures/random-entries.js';
import { createLexicalIndex, type LexicalIndex } from './lexical-index.js';

function indexOf(entries: readonly Entry[]): LexicalIndex {
  const index = createLexicalIndex();
  for (const entry of entries) index.put(makeStored(entry));
  return index;
}

function isOrdered(hits: readonly Hit[], query: FindQuery): boolean {
  const byScore = query.order === 'relevance' && (query.text ?? '').trim() !== '';
  return hits.every((hit, at) => {
    const before = hits[at - 1];
    if (before === undefined || !byScore) return true;
    const [high, low] = [before.score ?? 0, hit.score ?? 0];
    return high > low || (high === low && before.id < hit.id);
  });
}

describe('over random catalogues', () => {
  it('[AIDIP-MATCH-06] [AIDIP-MATCH-08] keeps scores within 0..1 and results in the order of their scores', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuery, arbitraryCaller, (entries, query, caller) => {
        const { hits, count } = indexOf(entries).find(query, caller);
        expect(hits.length).toBeLessThanOrEqual(Math.min(query.top, count));
        for (const { score = 0 } of hits) expect(score >= 0 && score <= 1).toBe(true);
        expect(isOrdered(hits, query)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('[AIDIP-MATCH-11] returns the same numbers with and without entries that the caller may not see', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuery, arbitraryCaller, (entries, query, caller) => {
        const visible = entries.filter((entry) => canSee(caller, entry));
        const [whole, part] = [indexOf(entries), indexOf(visible)];
        expect(whole.find(query, caller)).toEqual(part.find(query, caller));
        for (const field of ['license', 'size', 'tag', 'language']) {
          expect(whole.knowsField(field, caller)).toBe(part.knowsField(field, caller));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('answers after any changes as if it had been built from the remaining entries', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: arbitraryEntry(fc.nat({ max: 8 }).map((number) => `id-${number}`)) },
      { weight: 1, arbitrary: fc.nat({ max: 8 }).map((number) => `id-${number}`) },
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), arbitraryQuery, arbitraryCaller, (steps, query, caller) => {
        const index = createLexicalIndex();
        const left = new Map<string, Entry>();
        for (const [at, change] of steps.entries()) {
          if (typeof change === 'string') {
            index.remove(change);
            left.delete(change);
          } else {
            index.put(makeStored(change, at));
            left.set(change.id, change);
          }
        }
        expect(index.size).toBe(left.size);
        expect(index.find(query, caller)).toEqual(indexOf([...left.values()]).find(query, caller));
      }),
      { numRuns: 200 },
    );
  });

  it('answers the same after thousands of changes as after a rebuild', () => {
    const many = fc.sample(arbitraryEntry(fc.nat({ max: 200 }).map((number) => `id-${number}`)), {
      numRuns: 4000,
      seed: 1,
    });
    const index = createLexicalIndex();
    const left = new Map<string, Entry>();
    for (const [seq, entry] of many.entries()) {
      index.put(makeStored(entry, seq));
      left.set(entry.id, entry);
    }
    const rebuilt = indexOf([...left.values()]);
    for (const query of fc.sample(arbitraryQuery, { numRuns: 50, seed: 2 })) {
      for (const caller of fc.sample(arbitraryCaller, { numRuns: 3, seed: 3 })) {
        expect(index.find(query, caller)).toEqual(rebuilt.find(query, caller));
      }
    }
  });

  it('returns pages without gap or overlap', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuery, fc.integer({ min: 1, max: 7 }), (entries, query, size) => {
        const index = indexOf(entries);
        const caller = { kind: 'local' as const, subject: 'local', scopes: ['admin'] };
        const whole = index.find({ ...query, top: 100, skip: 0 }, caller);
        expect(whole.hits).toHaveLength(whole.count);
        const pages: Hit[] = [];
        for (let skip = 0; skip < whole.count; skip += size) {
          pages.push(...index.find({ ...query, top: size, skip }, caller).hits);
        }
        expect(pages).toEqual(whole.hits);
      }),
      { numRuns: 200 },
    );
  });

  it('follows positions in the name order to the end', () => {
    fc.assert(
      fc.property(arbitraryEntries, arbitraryQuery, fc.integer({ min: 1, max: 7 }), (entries, given, top) => {
        const index = indexOf(entries);
        const caller = { kind: 'local' as const, subject: 'local', scopes: ['admin'] };
        const query = { ...given, order: 'name' as const, top, skip: 0 };
        const pages: Hit[] = [];
        for (let page = index.find(query, caller).hits; page.length > 0; ) {
          pages.push(...page);
          const { name, id } = page[page.length - 1] ?? { name: '', id: '' };
          page = index.find({ ...query, after: { name, id } }, caller).hits;
        }
        expect(pages).toEqual(index.find({ ...query, top: 100 }, caller).hits);
      }),
      { numRuns: 200 },
    );
  });
});
