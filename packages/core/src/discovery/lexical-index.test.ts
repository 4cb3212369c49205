import type { Entry } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { anonymous, type Caller, local } from '../access/caller.js';
import type { Condition, FindQuery } from '../catalogue/index-port.js';
import { createAccessClasses } from './access-classes.js';
import { defaultWeights } from './fields.js';
import { makeEntry, makeOperation, makeStored, makeTombstone } from './fixtures/entries.js';
import { createIndexWriter } from './index-writer.js';
import { createLexicalIndex, type LexicalIndex } from './lexical-index.js';

function indexOf(...entries: Entry[]): LexicalIndex {
  const index = createLexicalIndex();
  for (const entry of entries) index.put(makeStored(entry));
  return index;
}

function search(index: LexicalIndex, text: string, given: Partial<FindQuery> = {}, caller: Caller = anonymous) {
  return index.find({ text, conditions: [], order: 'relevance', top: 100, skip: 0, ...given }, caller);
}

function filter(index: LexicalIndex, conditions: Condition[], given: Partial<FindQuery> = {}): string[] {
  const { hits } = index.find({ conditions, order: 'name', top: 100, skip: 0, ...given }, anonymous);
  return hits.map((hit) => hit.id);
}

const all = (field: string, ...values: string[]): Condition => ({ field, values, mode: 'all' });
const any = (field: string, ...values: string[]): Condition => ({ field, values, mode: 'any' });
const ids = (result: { hits: { id: string }[] }) => result.hits.map((hit) => hit.id);

describe('text search', () => {
  it('[AIDIP-MATCH-01] finds the decisive word in name, description or tags, and nothing unrelated', () => {
    const index = indexOf(
      makeEntry('a', { name: 'Invoice reader', description: 'Reads documents' }),
      makeEntry('b', { name: 'Paper', description: 'Understands any invoice' }),
      makeEntry('c', { name: 'Clerk', description: 'Reads documents', tags: ['invoices'] }),
      makeEntry('d', { name: 'Weather', description: 'Forecasts rain' }),
    );
    expect(ids(search(index, 'invoices')).sort()).toEqual(['a', 'b', 'c']);
  });
  it('[AIDIP-MATCH-02] ranks the entry whose capability the query names first', () => {
    const description = 'Handles contracts of every kind in translation and print';
    const index = indexOf(
      makeEntry('a', { name: 'Contracts', description }),
      makeEntry('b', { name: 'Contracts', description, capabilities: ['translation'] }),
      makeEntry('c', { name: 'Contracts', description, tags: ['translation'] }),
    );
    expect(ids(search(index, 'translation of contracts'))).toEqual(['b', 'c', 'a']);
  });
  it('[AIDIP-MATCH-03] ranks the entry that declares the language named in the query first', () => {
    const index = indexOf(
      makeEntry('a', { name: 'Translator', description: 'Translates product descriptions' }),
      makeEntry('b', { name: 'Translator', description: 'Translates product descriptions', languages: ['zh-Hant'] }),
      makeEntry('c', { name: 'Translator', description: 'Translates product descriptions', languages: ['fr'] }),
    );
    expect(ids(search(index, 'translate product descriptions to Chinese'))).toEqual(['b', 'a', 'c']);
    expect(ids(search(index, 'translate product descriptions in fr'))[0]).toBe('c');
  });
  it('[AIDIP-MATCH-04] [AIDIP-MATCH-05] finds words that occur only in operations, schemas or the publisher', () => {
    const schema = { properties: { shipment: { items: { properties: { customsCode: {} } } } } };
    const index = indexOf(
      makeEntry('a', { operations: [makeOperation('run', { description: 'Books a berth', output: schema })] }),
      makeEntry('b', { publisher: 'Northwind' }),
    );
    for (const text of ['berths', 'shipment', 'customs code']) expect(ids(search(index, text))).toEqual(['a']);
    expect(ids(search(index, 'northwind'))).toEqual(['b']);
  });
  it('[AIDIP-MATCH-10] never returns an empty result because of a language named in the text', () => {
    const index = indexOf(makeEntry('a', { name: 'Translator', languages: ['fr'] }));
    expect(ids(search(index, 'translator to Chinese'))).toEqual(['a']);
  });
  it('finds text in scripts without spaces', () => {
    const index = indexOf(
      makeEntry('a', { description: '文書を翻訳するエージェント' }),
      makeEntry('b', { name: '天気予報' }),
    );
    expect(ids(search(index, '翻訳'))).toEqual(['a']);
    expect(ids(search(index, '天気'))).toEqual(['b']);
  });
  it.each(['the of and', '!?', '…'])('finds nothing for %j, which contains nothing to search for', (text) => {
    expect(search(indexOf(makeEntry('a', { name: 'the of and' })), text)).toEqual({ hits: [], count: 0 });
  });
  it('ignores a blank text', () => {
    const { hits, count } = search(indexOf(makeEntry('a')), ' \t\n');
    expect([hits, count]).toMatchObject([[{ id: 'a', name: 'a' }], 1]);
    expect(hits[0]).not.toHaveProperty('score');
  });
  it('counts unknown words against an entry and leaves noise out', () => {
    const index = indexOf(makeEntry('a', { name: 'weather' }), makeEntry('b', { name: 'rain' }));
    const score = (text: string) => search(index, text).hits[0]?.score ?? 0;
    expect(score('weather unheard')).toBeLessThan(score('weather'));
    const noise = Array.from({ length: 60 }, (_, number) => `zz${number}`).join(' ');
    expect(search(index, `weather ${noise}`).count).toBe(0);
  });
  it('limits how much of a query it reads', () => {
    const index = indexOf(makeEntry('a', { name: 'weather' }));
    expect(search(index, `${'the '.repeat(1000)} weather`).count).toBe(0);
    expect(search(index, `weather ${'weather '.repeat(100_000)}`).count).toBe(1);
  });
});

describe('conditions', () => {
  const index = indexOf(
    makeEntry('a', { capabilities: ['NLP', 'ocr '], tags: ['x'], languages: ['en-GB'], version: '1.0' }),
    makeEntry('b', { capabilities: ['nlp'], languages: ['fr'], publisher: 'Acme', authentication: { type: 'none' } }),
    makeEntry('c', {
      tags: ['X', 'y'],
      extra: { provider: 'acme', license: 'MIT' },
      authentication: { type: 'api_key' },
    }),
  );
  it('[AIDIP-META-12] [AIDIP-SRQ-10] never filters out an entry without languages by language', () => {
    expect(filter(index, [all('language', 'en')])).toEqual(['a', 'c']);
    expect(filter(index, [all('language', 'fr')])).toEqual(['b', 'c']);
    expect(filter(index, [all('language', 'de')])).toEqual(['c']);
  });
  it('matches language ranges in one direction, by tag or by name', () => {
    expect(filter(index, [all('language', 'en-GB')])).toEqual(['a', 'c']);
    expect(filter(index, [all('language', 'en-US')])).toEqual(['c']);
    expect(filter(indexOf(makeEntry('a', { languages: ['en'] })), [all('language', 'en-GB')])).toEqual([]);
    expect(filter(index, [all('language', 'French')])).toEqual(['b', 'c']);
    expect(filter(index, [all('language', '*')])).toEqual(['a', 'b', 'c']);
    expect(filter(index, [all('language', 'en', 'fr')])).toEqual(['c']);
  });
  it('[AIDIP-SRQ-06] [AIDIP-SRQ-07] requires every condition and every listed value', () => {
    expect(filter(index, [all('capability', 'nlp')])).toEqual(['a', 'b']);
    expect(filter(index, [all('capability', 'nlp', ' OCR')])).toEqual(['a']);
    expect(filter(index, [all('capability', 'nlp'), all('tag', 'x')])).toEqual(['a']);
    expect(filter(index, [all('capability', 'nlp'), all('tag', 'x'), all('language', 'fr')])).toEqual([]);
  });
  it('accepts any value for "any", and no entry without the field', () => {
    expect(filter(index, [any('authentication', 'none')])).toEqual(['a', 'b']);
    expect(filter(index, [any('authentication', 'none', 'API-Key')])).toEqual(['a', 'b', 'c']);
    expect(filter(index, [any('publisher', 'ACME')])).toEqual(['b', 'c']);
    expect(filter(index, [any('version', '1.0', '2.0')])).toEqual(['a']);
    expect(filter(index, [any('license', 'mit')])).toEqual(['c']);
    expect(filter(index, [any('license', 'gpl')])).toEqual([]);
    expect(filter(index, [any('constructor', 'x')])).toEqual([]);
  });
  it('ranks entries that declare the requested language before those that declare none', () => {
    const translators = indexOf(
      makeEntry('a', { name: 'Translate contracts', description: 'translate contracts' }),
      makeEntry('b', {
        description: 'Can also translate, among many other things that it does all day',
        languages: ['zh'],
      }),
    );
    const { hits } = search(translators, 'translate contracts', { conditions: [all('language', 'zh')] });
    expect(hits.map((hit) => hit.id)).toEqual(['b', 'a']);
    expect(hits[0]?.score).toBeGreaterThan(hits[1]?.score ?? 1);
  });
  it('[AIDIP-MATCH-12] leaves inactive entries out unless the status is requested, and ranks deprecated ones lower', () => {
    const offers = indexOf(
      makeEntry('a', { name: 'maps', status: 'deprecated' }),
      makeEntry('b', { name: 'maps', status: 'inactive' }),
      makeEntry('c', { name: 'maps' }),
    );
    expect(ids(search(offers, 'maps'))).toEqual(['c', 'a']);
    expect(filter(offers, [])).toEqual(['a', 'c']);
    expect(filter(offers, [any('status', 'Inactive')])).toEqual(['b']);
    expect(ids(search(offers, 'maps', { conditions: [any('status', 'inactive', 'active')] }))).toEqual(['b', 'c']);
  });
  it('combines text and conditions', () => {
    expect(ids(search(index, 'nlp', { conditions: [all('tag', 'x')] }))).toEqual(['a']);
  });
});

describe('order and pages', () => {
  const names = ['beta', 'Alpha', 'alpha', 'Émile', 'emile', 'zeta', 'Zeta'];
  const index = indexOf(...names.map((name, number) => makeEntry(`id-${number}`, { name })));
  it('sorts by case-insensitive name, then by exact name, then by id', () => {
    const { hits } = index.find({ conditions: [], order: 'name', top: 10, skip: 0 }, anonymous);
    expect(hits.map((hit) => hit.name)).toEqual(['Alpha', 'alpha', 'beta', 'emile', 'Émile', 'Zeta', 'zeta']);
  });
  it('keeps the name order with a text when requested', () => {
    const result = search(
      indexOf(makeEntry('b', { name: 'Maps maps' }), makeEntry('a', { name: 'All maps' })),
      'maps',
      {
        order: 'name',
      },
    );
    expect(ids(result)).toEqual(['a', 'b']);
  });
  it('continues after a position although entries are added and removed', () => {
    const many = createLexicalIndex();
    const name = (number: number) => `n${String(number).padStart(5, '0')}`;
    for (let number = 0; number < 3000; number += 1) many.put(makeStored(makeEntry(name(number))));
    const page = (after?: { name: string; id: string }) =>
      many.find({ conditions: [], order: 'name', top: 1000, skip: 0, ...(after && { after }) }, anonymous).hits;
    const first = page();
    many.remove(name(999));
    many.put(makeStored(makeEntry(`${name(5)}x`)));
    many.put(makeStored(makeEntry(`${name(1500)}x`)));
    const seen = [...first];
    for (let next = page(first.at(-1)); next.length > 0; next = page(seen.at(-1))) seen.push(...next);
    const found = seen.map((hit) => hit.id);
    expect(new Set(found).size).toBe(found.length);
    expect(found).toHaveLength(3001);
    expect(found).toContain(`${name(1500)}x`);
  });
  it('returns only the count, and nothing after the end', () => {
    expect(search(index, 'alpha', { top: 0 })).toEqual({ hits: [], count: 2 });
    expect(search(index, 'alpha', { skip: 5 })).toEqual({ hits: [], count: 2 });
  });
});

describe('changes', () => {
  it('read a large entry in parts, between which other work can run, and find it only once it is put', async () => {
    const operations = Array.from({ length: 5_000 }, (_, at) =>
      makeOperation(`berth_${at}`, { summary: `Quay ${at}` }),
    );
    const entry = makeEntry('large', { operations });
    const writer = createIndexWriter(defaultWeights, createAccessClasses());
    expect([...writer.prepare(entry)].length).toBeGreaterThan(5_000);
    const index = createLexicalIndex();
    await index.prepare(entry);
    expect(index.size).toBe(0);
    index.put(makeStored(entry));
    expect(ids(search(index, 'quay 77'))).toEqual(['large']);
  });

  it('of a prepared entry give the results of an unprepared one, also when other entries come in between', async () => {
    const summaryOf = (at: number) => `Quay ${at % 70} ${'berth '.repeat(at % 9)}`;
    const operations = Array.from({ length: 600 }, (_, at) => makeOperation(`op_${at}`, { summary: summaryOf(at) }));
    const other = operations.map((operation, at) => ({ ...operation, summary: `Crane ${at}` }));
    const both = [makeEntry('quay', { operations }), makeEntry('crane', { operations: other })];
    const [plain, ahead] = [createLexicalIndex(), createLexicalIndex()];
    for (const entry of both) plain.put(makeStored(entry));
    for (const entry of both) await ahead.prepare(entry);
    for (const entry of both)
      ahead.put(makeStored({ ...entry, operations: entry.operations.map((each) => ({ ...each })) }));
    for (const text of ['quay 12', 'berth', 'crane 500', 'op'])
      expect(search(ahead, text).hits).toEqual(search(plain, text).hits);
  });

  it('replaces an entry and removes its old words and facts', () => {
    const index = indexOf(makeEntry('a', { name: 'weather', tags: ['old'] }));
    index.put(makeStored(makeEntry('a', { name: 'traffic' }), 2));
    expect([search(index, 'weather').count, search(index, 'traffic').count, index.size]).toEqual([0, 1, 1]);
    expect(filter(index, [all('tag', 'old')])).toEqual([]);
    expect(index.knowsField('tag', local)).toBe(false);
  });
  it('removes by tombstone and ignores notices older than its state', () => {
    const index = createLexicalIndex();
    const entry = makeEntry('a', { name: 'weather' });
    index.put(makeStored(entry, 5));
    index.put(makeStored(makeEntry('a', { name: 'older' }), 4));
    expect(search(index, 'older').count).toBe(0);
    index.put(makeTombstone(entry, 6));
    index.put(makeStored(entry, 5));
    expect([index.size, index.access('a')]).toEqual([0, undefined]);
    index.put(makeStored(entry, 7));
    expect(index.size).toBe(1);
    index.put(makeTombstone(entry, 6));
    expect(index.size).toBe(1);
    index.remove('a');
    index.remove('unknown');
    index.put(makeStored(entry, 6));
    expect(index.size).toBe(0);
  });
  it('stays correct through many changes of one entry', () => {
    const index = indexOf(makeEntry('other', { name: 'weather', capabilities: ['x'] }));
    for (let seq = 1; seq <= 5000; seq += 1) index.put(makeStored(makeEntry('a', { name: `weather word${seq}` }), seq));
    expect([index.size, search(index, 'word17').count, search(index, 'word5000').count]).toEqual([2, 1, 1]);
    expect(search(index, 'weather')).toEqual(
      search(
        indexOf(
          makeEntry('other', { name: 'weather', capabilities: ['x'] }),
          makeEntry('a', { name: 'weather word5000' }),
        ),
        'weather',
      ),
    );
  });
});

describe('visibility', () => {
  const secret = makeEntry('s', {
    name: 'secret weather',
    visibility: 'private',
    owner: 'ann',
    grants: ['caller:cid'],
    extra: { codename: 'x' },
  });
  const index = indexOf(makeEntry('p', { name: 'public weather' }), secret);
  const ann: Caller = { kind: 'key', subject: 'ann', scopes: [] };
  const cid: Caller = { kind: 'key', subject: 'cid', scopes: [] };
  const eve: Caller = { kind: 'key', subject: 'eve', scopes: [] };
  it('shows a private entry only to owner, grantee and administrator', () => {
    for (const caller of [ann, cid, local]) expect(search(index, 'weather', {}, caller).count).toBe(2);
    for (const caller of [eve, anonymous]) expect(ids(search(index, 'weather', {}, caller))).toEqual(['p']);
  });
  it('knows a field only from entries that the caller may see', () => {
    expect([ann, cid, eve].map((caller) => index.knowsField('codename', caller))).toEqual([true, true, false]);
    expect(index.knowsField('nothing', local)).toBe(false);
  });
  it('returns who may see and change an entry', () => {
    expect(index.access('s')).toEqual({ visibility: 'private', owner: 'ann', grants: ['caller:cid'] });
  });
});
