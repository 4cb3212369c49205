import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayWidth } from './layout.js';
import { createPalette } from './paint.js';
import { plainTable } from './plain-table.js';
import type { Column } from './table.js';
import { terminalTable } from './table.js';

const columns: readonly Column[] = [
  { title: 'id' },
  { title: 'tags', min: 8 },
  { title: 'description', min: 12, prose: true },
];
const draw = (rows: readonly string[][], width: number, colored = false) =>
  terminalTable(columns, rows, { width, color: createPalette(colored) });

describe('a table in a terminal', () => {
  it('is ruled and as wide as its content where there is room', () => {
    expect(draw([['a-1', 'sea', 'Wind.']], 80)).toBe(
      [
        '┌─────┬──────┬─────────────┐',
        '│ id  │ tags │ description │',
        '├─────┼──────┼─────────────┤',
        '│ a-1 │ sea  │ Wind.       │',
        '└─────┴──────┴─────────────┘',
      ].join('\n'),
    );
  });

  it('wraps between words, cuts prose after three lines, and leaves ids whole', () => {
    expect(draw([['pier-weather-001', 'sea, wind, weather', 'one two three four five six seven eight nine']], 52)).toBe(
      [
        '┌──────────────────┬────────────────┬──────────────┐',
        '│ id               │ tags           │ description  │',
        '├──────────────────┼────────────────┼──────────────┤',
        '│ pier-weather-001 │ sea, wind,     │ one two      │',
        '│                  │ weather        │ three four   │',
        '│                  │                │ five six …   │',
        '└──────────────────┴────────────────┴──────────────┘',
      ].join('\n'),
    );
  });

  it('shows one block per row where the columns do not fit next to each other', () => {
    const rows = [
      ['northquay-harbour-office-berths-001', 'sea', 'Books berths for vessels that stay overnight.'],
      ['b', '', 'Short.'],
    ];
    expect(draw(rows, 40)).toBe(
      [
        'id: northquay-harbour-office-berths-001',
        '  tags: sea',
        '  description: Books berths for vessels',
        '               that stay overnight.',
        'id: b  description: Short.',
      ].join('\n'),
    );
  });

  it('is never wider than the terminal and never breaks an id, whatever the cells hold', () => {
    const id = fc.stringMatching(/^[a-z0-9-]{1,30}$/);
    const text = fc.array(fc.constantFrom('wind', '港湾', '🚢', 'a'.repeat(50), '€'), { maxLength: 12 });
    const row = fc.tuple(id, text, text).map(([name, tags, words]) => [name, tags.join(' '), words.join(' ')]);
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 5 }), fc.integer({ min: 40, max: 140 }), (rows, width) => {
        const drawn = draw(rows, width, true);
        const lines = drawn.split('\n');
        expect(Math.max(...lines.map((line) => displayWidth(line)))).toBeLessThanOrEqual(width);
        for (const [name = ''] of rows) expect(stripVTControlCharacters(drawn)).toContain(name);
      }),
      { numRuns: 30 },
    );
  });

  it('is split by tabs in a pipe, with nothing wrapped or cut', () => {
    const long = 'word '.repeat(100).trim();
    expect(plainTable(columns, [['a', 'b', long]])).toBe(`ID\tTAGS\tDESCRIPTION\na\tb\t${long}`);
  });
});
