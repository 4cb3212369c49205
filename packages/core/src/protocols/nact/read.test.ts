/**
 * Tool lists become entries: a provider's own list must follow every rule; mistakes on other servers are tolerated
 * and reported.
 */
import { readFileSync } from 'node:fs';
import type { Entry, JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { DocumentHost } from '../../documents/host.js';
import type { ReadContext } from '../../documents/reader.js';
import { ann, createCall, createEntry, createTestGateway, json } from '../../gateway/gateway.support.js';
import { readDescription } from '../index.js';
import { createNactCaller } from './call.js';
import { checkNactSuccession } from './check-succession.js';
import { readNact } from './read.js';
import { readToolRoot } from './read-root.js';
import { traceTools } from './tool-history.js';
import { listAddress, rootOf } from './wire.js';

const root = 'https://api.lindenpharm.example/v2';
const context: ReadContext = { at: '2026-02-02T08:00:00.000Z', strict: false, ownOrigins: [] };
const crawled: ReadContext = { ...context, uri: `${root}/tools` };

const refill: JsonObject = {
  toolId: 'c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77',
  name: 'order_refill_for_prescription',
  description: 'Orders a refill of one prescription.',
  version: 2,
  currentVersion: 2,
  tags: ['refills'],
  input_parameters: [
    { id: 'rx', name: 'Prescription Number', description: 'On the label.', maxLength: 20 },
    { id: 'days', name: 'Days of Supply', type: 'int', description: 'How long.', min: 1, max: 90, required: false },
    {
      id: 'delivery',
      name: 'Delivery',
      type: 'enum',
      description: 'How.',
      'allowed-values': [{ name: 'PICKUP', description: 'Branch.' }],
    },
  ],
  output_parameters: [
    { id: 'order_no', name: 'Order Number', type: 'int', description: 'Number.' },
    { id: 'lines', name: 'Order Lines', type: 'json', description: 'Lines.' },
  ],
};
const other = (n: number): JsonObject => ({
  ...refill,
  toolId: `0479a45d-ad0a-49d4-94db-${String(n).padStart(12, '0')}`,
  name: `tool_number_${n}`,
});
const list = (...items: JsonValue[]): JsonObject => ({ root, items });
const codes = (document: JsonValue, at = context) =>
  readNact(document, at).diagnostics.map(({ code, severity }) => `${code} ${severity}`);

function entryOf(document: JsonValue, at = context): Entry {
  const { value, diagnostics } = readDescription(document, at);
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { ...createEntry(), ...value, id: value.id ?? 'x', visibility: 'public', grants: [] };
}

describe('a tool list', () => {
  it('becomes one entry, deterministically, and is written unchanged', async () => {
    const entry = entryOf(list(refill));
    expect(entry).toMatchObject({ origin: { protocol: 'nact' }, endpoint: root, languages: ['en'] });
    expect(entry.operations).toMatchObject([
      {
        name: 'order_refill_for_prescription',
        binding: { kind: 'nact', root, toolId: refill.toolId, version: 2 },
        input: {
          properties: { 'Days of Supply': { type: ['integer', 'null'], minimum: 1, maximum: 90 } },
          required: ['Prescription Number', 'Delivery'],
          additionalProperties: false,
        },
      },
    ]);
    expect(entryOf(list(refill))).toEqual(entry);
    const [tool] = (await traceTools([entry])).tools;
    expect(tool?.versions[0].signature.output_parameters).toMatchObject(refill.output_parameters as JsonObject[]);
    expect(tool?.versions[0].signature.input_parameters).toMatchObject(refill.input_parameters as JsonObject[]);
  });

  it('of its provider must follow every rule; each violation has its location', () => {
    const { value, diagnostics } = readNact(list(refill, { ...other(1), version: '2', spare: 1 }), context);
    expect(value).toBeUndefined();
    expect(diagnostics.map(({ location }) => location.pointer)).toEqual(
      expect.arrayContaining(['/items/1/version', '/items/1/spare']),
    );
    expect(codes({ items: [refill] })).toEqual(['nact/no-root error']);
    expect(codes(list())).toEqual(['nact/no-tools error']);
  });

  it('[NACT-SIG-02] has tools with UUIDs of their own', () => {
    expect(codes(list(refill, other(1)))).toEqual([]);
    expect(readNact(list({ ...refill, toolId: 'weather-1' }), context).value).toBeUndefined();
    expect(codes(list(refill, { ...refill, name: 'another_name' }))).toEqual(['nact/tool-doubled error']);
  });

  it('[NACT-SIG-05] has tools with unique names; versions of one tool share theirs', () => {
    expect(codes(list(refill, { ...other(1), name: 'order_refill_for_prescription' }))).toEqual([
      'nact/name-doubled error',
    ]);
    const before = entryOf(list({ ...refill, version: 1, currentVersion: 1 }));
    expect(checkNactSuccession(before, entryOf(list(refill)), false)).toEqual([]);
  });

  it('of a third-party server is read despite mistakes, which are reported', () => {
    const bad = { ...other(1), input_parameters: 5 };
    const read = readNact(
      {
        items: [refill, bad, { ...other(2), version: '2', spare: 1 }, refill, { ...other(3), name: refill.name ?? '' }],
      },
      crawled,
    );
    expect(read.value?.operations.map(({ name }) => name)).toEqual([
      'order_refill_for_prescription',
      'tool_number_2',
      expect.stringMatching(/^order_refill_for_prescription_/),
    ]);
    expect(read.diagnostics.map(({ code }) => code)).toEqual([
      'nact/tool-left-out',
      'nact/tool-doubled',
      'nact/name-doubled',
    ]);
  });
});

/** A server whose pages follow a script; the cursor is the page number. */
function pagesOf(script: (page: number) => JsonValue): DocumentHost & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async fetch(uri) {
      asked.push(uri);
      const cursor = new URL(uri).searchParams.get('pageCursor') ?? '0';
      const bytes = new TextEncoder().encode(JSON.stringify(script(Number.parseInt(cursor, 10))));
      return { outcome: 'fetched', uri, bytes, mediaType: 'application/json' };
    },
  };
}

const page = (items: JsonValue[], next: JsonValue): JsonObject => ({
  items,
  paging: { pageLimit: items.length, next },
});

describe('worked examples', () => {
  const fixture = (name: string) =>
    JSON.parse(readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8')) as JsonObject;

  it('are read as their provider wrote them, and served with the same parameters', async () => {
    const document = fixture('linden-pharm.in.json');
    const entry = entryOf(document);
    expect(entry.name).toBe('Linden Pharmacy');
    for (const [at, item] of (document.items as JsonObject[]).entries()) {
      const signature = (await traceTools([entry])).tools[at]?.versions[0].signature;
      expect(signature).toMatchObject({
        description: item.description,
        tags: item.tags,
        input_parameters: item.input_parameters,
        output_parameters: item.output_parameters,
      });
    }
  });

  it('of a third-party server are normalized, wrapped values included', () => {
    const entry = entryOf(fixture('wrapped-values.in.json'), crawled);
    expect(entry.operations[0]?.extra.nact_signature).toEqual(fixture('wrapped-values.out.json'));
  });
});

describe('a live root', () => {
  it('[NACT-GEN-03] is read at /tools, for either form of its URL', async () => {
    expect(listAddress('https://api.weather.gov')).toBe('https://api.weather.gov/tools');
    expect(listAddress('https://api.weather.gov/v2/')).toBe('https://api.weather.gov/v2/tools');
    expect(listAddress('https://api.weather.gov/tools')).toBe('https://api.weather.gov/tools');
    expect(listAddress('https://x.example/list?kind=tools')).toBe('https://x.example/list?kind=tools');
    for (const [given, asked] of [
      ['https://api.weather.gov', 'https://api.weather.gov/tools'],
      ['https://api.weather.gov/tools', 'https://api.weather.gov/tools'],
      ['https://x.example/list?kind=tools', 'https://x.example/list?kind=tools'],
    ] as const) {
      const host = pagesOf(() => page([refill], null));
      await readToolRoot(host, given);
      expect(host.asked).toEqual([asked]);
    }
    expect(rootOf('https://api.weather.gov/v2/tools?tag=a')).toBe('https://api.weather.gov/v2');
  });

  it('[NACT-PAGE-08] is read to its end, one tool per page, and never endlessly', async () => {
    const whole = pagesOf((n) => page([other(n)], n < 4 ? `${n + 1}+/=` : null));
    const read = await readToolRoot(whole, root);
    expect(read.document.items).toHaveLength(5);
    expect(read.diagnostics).toEqual([]);
    expect(whole.asked[1]).toBe(`${root}/tools?pageCursor=1%2B%2F%3D`);
    const circle = await readToolRoot(
      pagesOf((n) => page([other(n)], n === 0 ? '1' : '1')),
      root,
    );
    expect(circle.diagnostics.map(({ code }) => code)).toEqual(['nact/cursor-repeated']);
    const endless = pagesOf((n) => page([other(n)], String(n + 1)));
    const cut = await readToolRoot(endless, root, { limits: { pages: 20, tools: 1000 } });
    expect([endless.asked.length, cut.diagnostics[0]?.code]).toEqual([20, 'nact/pages-without-end']);
    expect(readNact(cut.document, crawled).diagnostics.map(({ code }) => code)).toEqual(['nact/list-incomplete']);
  });

  it('ends at null, at an absent and at an empty cursor; a bare array is one page', async () => {
    for (const next of [null, ''])
      expect(
        (
          await readToolRoot(
            pagesOf(() => page([refill], next)),
            root,
          )
        ).document.items,
      ).toHaveLength(1);
    expect(
      (
        await readToolRoot(
          pagesOf(() => ({ items: [refill] })),
          root,
        )
      ).document.items,
    ).toHaveLength(1);
    expect(
      (
        await readToolRoot(
          pagesOf(() => [refill]),
          root,
        )
      ).document.items,
    ).toHaveLength(1);
    await expect(
      readToolRoot(
        pagesOf(() => ({ tools: [] })),
        root,
      ),
    ).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });
});

describe('a list that is published again', () => {
  const before = entryOf(list(refill));
  const found = (change: JsonObject, isCrawled = false) =>
    checkNactSuccession(before, entryOf(list({ ...refill, ...change })), isCrawled).map(
      ({ code, severity }) => `${code} ${severity}`,
    );

  it('[NACT-VER-05] keeps published versions: a changed one is rejected, and reported when a server changed it', () => {
    expect(found({})).toEqual([]);
    expect(found({ currentVersion: 3 })).toEqual([]);
    expect(found({ description: 'Other.' })).toEqual(['nact/lock-broken error']);
    const [first, days, choice] = refill.input_parameters as [JsonObject, JsonObject, JsonObject];
    const changes: JsonObject[] = [
      { tags: [] },
      { img: 'https://cdn.example/a.png' },
      { input_parameters: [first, { ...days, max: 91 }, choice] },
      { input_parameters: [first, days, { ...choice, 'allowed-values': [{ name: 'DRONE', description: 'Air.' }] }] },
      { input_parameters: [days, first, choice] },
    ];
    for (const change of changes) expect(found(change)).toEqual(['nact/lock-broken error']);
    expect(found({ description: 'Other.' }, true)).toEqual(['nact/lock-broken warning']);
  });

  it('[NACT-VER-03] has version numbers that only increase', () => {
    expect(found({ version: 1 })).toContain('nact/breaking-change error');
    expect(found({ version: 3, currentVersion: 3 })).toEqual([]);
    const again = checkNactSuccession(before, entryOf(list({ ...refill, description: 'Other.' })), false);
    expect(again).toHaveLength(1);
  });

  it('names each change that would break callers', () => {
    const [first] = refill.input_parameters as JsonObject[];
    const change = {
      version: 3,
      currentVersion: 3,
      input_parameters: [{ ...first, name: 'Rx' }],
      output_parameters: [{ id: 'x', name: 'X', description: 'X.' }],
    };
    const messages = checkNactSuccession(before, entryOf(list({ ...refill, ...change })), false).map(
      ({ message }) => message,
    );
    expect(messages).toHaveLength(5);
    expect(messages[0]).toContain("'Prescription Number' was renamed to 'Rx'");
  });
});

describe('a call of a tool', () => {
  async function callTool(answer: JsonValue, status = 200) {
    const entry = entryOf(list(refill));
    const test = await createTestGateway(
      {},
      { callers: [createNactCaller({ ownOrigins: ['https://registry.test'] })] },
    );
    await test.put(entry);
    test.script(() => json(answer, status));
    const input = { 'Prescription Number': 'RX-1', Delivery: 'PICKUP', 'Days of Supply': null };
    const outcome = () => test.gateway.invoke(createCall({ caller: ann, agentId: entry.id, input }));
    return { test, outcome };
  }

  it('calls the imported version, with names and values, and returns an object', async () => {
    const { test, outcome } = await callTool({
      output_parameters: [
        { name: 'Order Number', value: 4_817_733 },
        { name: 'Extra', value: 1 },
      ],
    });
    expect(await outcome()).toMatchObject({ status: 200, body: { 'Order Number': 4_817_733, 'Order Lines': null } });
    expect(test.sent[0]).toMatchObject({
      url: `${root}/tools/c0a1f6b2-3d94-4b7e-8f21-6f2f1f0c9a77/versions/2:invoke`,
      method: 'POST',
      body: {
        name: 'order_refill_for_prescription',
        input_parameters: [
          { name: 'Prescription Number', value: 'RX-1' },
          { name: 'Delivery', value: 'PICKUP' },
        ],
      },
    });
  });

  it.each<[JsonValue]>([[{}], [[]]])('that returns %j is reported as an error of the tool', async (answer) => {
    const { outcome } = await callTool(answer);
    await expect(outcome()).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' });
  });

  it('that returns a value of another type is a success with a finding', async () => {
    const { outcome } = await callTool({ output_parameters: [{ name: 'Order Number', value: '80' }] });
    expect(await outcome()).toMatchObject({
      status: 200,
      body: { 'Order Number': '80' },
      findings: [{ code: 'gateway/output-mismatch' }],
    });
  });

  it('passes a failure of the tool on unchanged', async () => {
    const { outcome } = await callTool({ error: { code: 'Unavailable' } }, 503);
    expect(await outcome()).toMatchObject({ status: 503, body: { error: { code: 'Unavailable' } } });
  });
});
