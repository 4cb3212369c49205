/** The JSON of entries, written and parsed in portions. */
import type { Entry, JsonValue, Operation } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createEntry, createOperation } from '../../../core/src/gateway/gateway.support.js';
import { parseEntryInTurns, writeEntry, writeEntryInTurns } from './parse-entry.js';

/** Texts and members that look like the boundaries of operations. */
const confusing: JsonValue = {
  text: '},{"id":"x"}],"operations":[{"id":"y"}]}',
  operations: [{ id: 'x' }, { id: 'y' }, {}],
  nested: [[{ id: '},{"id":' }], [{ id: 'b' }]],
};

const operations = (count: number, change: (at: number) => Partial<Operation> = () => ({})): Operation[] =>
  Array.from({ length: count }, (_, at) =>
    createOperation({ id: `o${at}`, name: `operation_${at}`, extra: { confusing }, ...change(at) }),
  );

/** The entry, and the number of turns of the event loop that parsing its JSON takes. */
async function parse(text: string, portion: number): Promise<{ entry: Entry; turns: number }> {
  let turns = 0;
  let next = setImmediate(function count() {
    turns += 1;
    next = setImmediate(count);
  });
  const entry = await parseEntryInTurns(text, portion);
  clearImmediate(next);
  return { entry, turns };
}

describe('an entry that is written in portions', () => {
  it.each([0, 1, 99, 100, 250, 251, 600])(
    'has the same text as one that is written at once (%i operations)',
    async (count) => {
      const entry = createEntry({ operations: operations(count), extra: { confusing } });
      expect(await writeEntryInTurns(entry)).toBe(writeEntry(entry));
    },
  );
});

describe('an entry that is parsed in portions', () => {
  const many = createEntry({ operations: operations(120), extra: { confusing } });

  it.each([100, 1000, 10_000])(
    'is the same as one that is parsed at once (portions of %i characters)',
    async (size) => {
      expect((await parse(writeEntry(many), size)).entry).toEqual(many);
    },
  );

  it('lets other work have a turn before each portion', async () => {
    const text = writeEntry(many);
    const { turns } = await parse(text, 1000);
    expect(turns).toBeGreaterThanOrEqual(Math.floor(JSON.stringify(many.operations).length / 2000));
    expect((await parse(text, text.length + 1)).turns).toBe(0);
  });

  it('may have no operations, or operations that begin with different members', async () => {
    const none = createEntry({ operations: [], extra: { confusing } });
    expect((await parse(writeEntry(none), 10)).entry).toEqual(none);
    const mixed = many.operations.map((operation, at) =>
      at % 2 === 0 ? operation : (Object.fromEntries(Object.entries(operation).reverse()) as unknown as Operation),
    );
    expect((await parse(writeEntry({ ...many, operations: mixed }), 200)).entry).toEqual(many);
  });

  it('may have been written with its members in another order', async () => {
    const { operations: first, ...rest } = many;
    const texts = [
      JSON.stringify({ operations: first, ...rest }),
      JSON.stringify({ ...rest, operations: first, tail: [] }),
    ];
    for (const text of texts) expect((await parse(text, 100)).entry).toEqual(JSON.parse(text));
  });

  it('is parsed at once if too many members look like its operations', async () => {
    const members = Array.from({ length: 30 }, () => ({ a: 1, operations: [] }));
    const hostile = createEntry({ operations: operations(120), extra: { members } });
    expect(await parse(writeEntry(hostile), 100)).toEqual({ entry: hostile, turns: 0 });
  });

  it('keeps the order of its members, unless it has many operations', () => {
    const { operations: first, ...rest } = many;
    const few = { operations: first.slice(0, 99), ...rest } as Entry;
    expect(writeEntry(few)).toBe(JSON.stringify(few));
    expect(writeEntry({ operations: first, ...rest } as Entry)).toBe(JSON.stringify({ ...rest, operations: first }));
  });
});
