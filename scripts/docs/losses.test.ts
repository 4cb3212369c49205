/** The page of losses is true for N-ACT: every input of a rich operation is an input of the tool. */
import { describe, expect, it } from 'vitest';
import { makeLosses } from './losses.js';

describe('the page of losses', () => {
  it('says that N-ACT loses nothing, from whatever protocol a service was read, and shows how', async () => {
    const [page] = await makeLosses('');
    const text = page?.text ?? '';
    const rows = text.match(/## What writers omit from a simple service[\s\S]*?(?=\n## )/)?.[0].split('\n') ?? [];
    const cells = rows.filter((row) => row.startsWith('| ')).map((row) => row.split(' | ')[2]);
    expect(cells).toEqual(['N-ACT', ...cells.slice(1).map(() => 'nothing')]);
    expect(cells.length).toBeGreaterThan(5);
    expect(text).toContain('### N-ACT\n\n- nothing\n');
    const shown = [...text.matchAll(/^\| `([^`]+)` \| (?:string|int|boolean|enum) \|/gm)].map(([, name]) => name);
    expect(shown).toEqual([
      ...['voyage', 'items', 'note', 'sealed', 'value', 'port', 'shipper.name', 'shipper.city', 'other_inputs'],
    ]);
  });
});
