import { describe, expect, it } from 'vitest';
import { createSeenHashes } from './seen-hashes.js';
import { hashText } from './vector-feed.js';

describe('createSeenHashes', () => {
  it('knows exactly the hashes that were added, however many', () => {
    const seen = createSeenHashes();
    const hashes = Array.from({ length: 5_000 }, (_, at) => hashText(`text ${at}`));
    for (const hash of [...hashes, ...hashes]) seen.add(hash);
    expect(hashes.every((hash) => seen.has(hash))).toBe(true);
    expect(hashes.some((_, at) => seen.has(hashText(`another ${at}`)))).toBe(false);
  });

  it('is empty at first, and does not contain the all-zero hash', () => {
    const seen = createSeenHashes();
    expect(seen.has('A'.repeat(32))).toBe(false);
    seen.add('A'.repeat(32));
    expect(seen.has('A'.repeat(32))).toBe(true);
  });
});
