/**
 * Tools over the revisions of an entry: version numbers only increase, published versions never change, and a
 * breaking change creates another tool.
 */
import type { Entry, JsonObject } from '@dragoman/model';
import { lockedForm } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createOperation } from '../../gateway/gateway.support.js';
import { entryWith, object } from './nact.support.js';
import type { Tool } from './tool-history.js';
import { servedSignature, traceTools } from './tool-history.js';
import { agentWord, toolNames } from './tool-name.js';

const text = { type: 'string' };
const first = entryWith(object({ city: text }, 'city'), object({ sky: text }));
const grown = withInput(object({ city: text, days: { type: 'integer' } }, 'city'), 2);
const broken = withInput(object({ town: text }, 'town'), 3);

function withInput(input: JsonObject, version: number): Entry {
  const [operation = createOperation()] = first.operations;
  return { ...first, operations: [{ ...operation, input, version }] };
}

const served = (tool: Tool | undefined) =>
  (tool?.versions ?? []).map((version) => (tool === undefined ? undefined : servedSignature(tool, version)));

describe('the tools of an entry', () => {
  it('[NACT-VER-01] start at version 1, under an id and a name that never change', async () => {
    const [tool] = (await traceTools([first])).tools;
    expect(served(tool)).toMatchObject([{ version: 1, currentVersion: 1 }]);
    expect(tool?.toolId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const later = (await traceTools([first, { ...grown, name: 'Renamed', slug: 'renamed' }])).tools;
    expect(later.map(({ toolId, name }) => [toolId, name])).toEqual([[tool?.toolId, tool?.name]]);
  });

  it('get a new version for every version of their provider, even with the same contract', async () => {
    const provided = (version: number, name = 'echo', root = 'https://a.example/v1'): Entry => ({
      ...first,
      operations: first.operations.map((operation) => ({
        ...operation,
        name,
        version,
        binding: { kind: 'nact', root, toolId: '21c6c0ad-6d2b-4c0a-9a53-6a1f3e6b7d01', version },
      })),
    });
    const moved = provided(2, 'echo', 'https://b.example/v1');
    const [tool, ...more] = (await traceTools([provided(1), provided(2), moved, provided(3, 'say')])).tools;
    expect(more).toEqual([]);
    expect(
      tool?.versions.map(({ operationVersion, vendor }) => [operationVersion, vendor?.name, vendor?.root]),
    ).toEqual([
      [1, 'echo', 'https://a.example/v1'],
      [2, 'echo', 'https://b.example/v1'],
      [3, 'say', 'https://a.example/v1'],
    ]);
  });

  it('of a vendor that serves N-ACT have its own names, unless no model API accepts them or two are alike', () => {
    const plain = (operation: string, own: string, generation = 1) =>
      toolNames('weather', operation, generation, own).plainName;
    expect(plain('lookup_weather', 'lookupWeather')).toBe('lookupWeather');
    expect(plain('lookup_weather', 'Lookup-Weather', 2)).toBe('Lookup-Weather__2');
    expect(plain('order_0123456789ab', 'order_0123456789ab')).toBe('order_0123456789ab');
    expect(plain('lookup_weather', 'Lookup Weather')).toBe('lookup_weather');
    expect(plain('lookup_weather_21c6c0ad', 'lookupWeather')).toBe('lookup_weather_21c6c0ad');
  });

  it('get no new version for a change of anything but the signature', async () => {
    const [operation = createOperation()] = grown.operations;
    const reworded = { ...grown, operations: [{ ...operation, description: 'Another text.' }] };
    const moved = {
      ...reworded,
      operations: [
        {
          ...operation,
          description: 'Another text.',
          binding: { kind: 'aidip', endpoint: 'https://new.example/' } as const,
        },
      ],
    };
    const [tool] = (await traceTools([first, first, grown, reworded, moved])).tools;
    expect(served(tool).map((each) => [each?.version, each?.currentVersion])).toEqual([
      [1, 3],
      [2, 3],
      [3, 3],
    ]);
    expect(tool?.versions.map(({ operationVersion }) => operationVersion)).toEqual([1, 2, 2]);
  });

  it('[NACT-VER-05] keep every published version unchanged', async () => {
    const locks = async (revisions: Entry[]) =>
      (await traceTools(revisions)).tools.flatMap(({ versions }) =>
        versions.map(({ signature }) => lockedForm(signature)),
      );
    const [one] = await locks([first]);
    const later = await locks([first, grown, { ...grown, tags: ['new'] }, broken]);
    expect(later[0]).toBe(one);
    expect((await locks([first, grown]))[1]).toBe(later[1]);
    const [operation = createOperation()] = first.operations;
    const changes: Partial<typeof operation>[] = [
      { description: 'x' },
      { tags: ['x'] },
      { input: object({ city: { ...text, maxLength: 9 } }, 'city') },
    ];
    for (const change of changes) {
      const changed = { ...first, operations: [{ ...operation, ...change, version: 2 }] };
      const all = await locks([first, changed]);
      expect([all[0], all.length]).toEqual([one, 2]);
    }
  });

  it('become another tool when callers of the old one would break; the old one is not listed but still exists', async () => {
    const { tools } = await traceTools([first, grown, broken]);
    expect(tools.map(({ name, listed, versions }) => [name, listed, versions.length])).toEqual([
      [expect.stringMatching(/__echo$/), false, 2],
      [expect.stringMatching(/__echo__2$/), true, 1],
    ]);
    expect(new Set(tools.map(({ toolId }) => toolId)).size).toBe(2);
  });

  it('are not listed when the operation was removed', async () => {
    expect((await traceTools([first, { ...first, operations: [] }])).tools).toMatchObject([
      { listed: false, gone: true },
    ]);
  });

  it('get a new version when JSON text or a rule in words accepts more, and become another tool when it accepts less', async () => {
    const item = (properties: JsonObject, ...required: string[]) => ({
      type: 'array',
      items: object(properties, ...required),
    });
    const states: [string, JsonObject, JsonObject, string][] = [
      ['another member', item({ id: text }), item({ id: text, note: text }), 'version'],
      ['a member that is now required', item({ id: text }), item({ id: text }, 'id'), 'tool'],
      ['a member of another type', item({ id: text }), item({ id: { type: 'integer' } }), 'tool'],
      ['a new pattern', text, { ...text, pattern: '^a' }, 'tool'],
      ['a dropped pattern', { ...text, pattern: '^a' }, text, 'version'],
      ['another multiple', { type: 'integer', multipleOf: 2 }, { type: 'integer', multipleOf: 3 }, 'tool'],
      ['a higher minimum of a number', { type: 'number', minimum: 0 }, { type: 'number', minimum: 1 }, 'tool'],
      ['a list instead of a text', text, { type: 'array', items: text }, 'tool'],
      ['a number instead of a text', text, { type: 'number' }, 'tool'],
      ['another description inside', item({ id: text }), item({ id: { ...text, description: 'Its id.' } }), 'nothing'],
    ];
    for (const [what, was, is, expected] of states) {
      const part = (schema: JsonObject, version: number) => withInput(object({ part: schema }), version);
      const { tools } = await traceTools([part(was, 1), part(is, 2)]);
      const found = tools.length === 2 ? 'tool' : tools[0]?.versions.length === 2 ? 'version' : 'nothing';
      expect([what, found]).toEqual([what, expected]);
    }
  });

  it('follow references when they compare what an input accepts', async () => {
    const tree = (leaf: JsonObject, version: number) => {
      const node = object({ leaf, child: { $ref: '#/$defs/node' } });
      const list = { type: 'array', items: { $ref: '#/$defs/node' } };
      return withInput({ ...object({ list }), $defs: { node } }, version);
    };
    expect((await traceTools([tree(text, 1), tree({ type: 'integer' }, 2)])).tools).toHaveLength(2);
    expect(
      (await traceTools([tree({ type: 'integer' }, 1), tree({ type: 'number' }, 2)])).tools[0]?.versions,
    ).toHaveLength(2);
  });
});

describe('names of tools', () => {
  it('differ for different agents and operations, whatever their names', () => {
    const ids = [
      'pier-weather',
      'pier_weather',
      'Pier Weather',
      'urn:pier:weather',
      'pier-weather-000000000000',
      'pier--weather',
      'x'.repeat(300),
    ];
    const words = ids.map((id) => agentWord(id, 'pier-weather'));
    expect(new Set(words).size).toBe(ids.length);
    expect(words[0]).toBe('pier_weather');
    for (const word of words) expect(word).toMatch(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
    expect(toolNames('a', 'b__c', 1).fullName).not.toBe(toolNames('a__b', 'c', 1).fullName);
    expect(toolNames('x'.repeat(113), 'y'.repeat(500), 12).fullName.length).toBeLessThanOrEqual(64);
  });

  it('have at most 64 characters with a readable prefix, and stay different when they are shortened', () => {
    const agent = agentWord('01890a5d-ac96-774b-bcce-b302099a8057', 'northquay-freight-desk');
    const operations = Array.from({ length: 500 }, (_, at) => `actions_list_self_hosted_runners_of_organization_${at}`);
    const names = [...operations, 'quoteRate', 'quoterate'].flatMap((each) =>
      [1, 2, 12].map((n) => toolNames(agent, each, n).fullName),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
    for (const name of names) expect(name).toMatch(/^northquay_freight[a-z0-9_]{1,47}$/);
    expect(names[0]).toMatch(/^northquay_freight_de?\w*__actions_list_self_hosted_\w*_[0-9a-f]{12}$/);
    const plain = operations.map((each) => toolNames(agent, each, 1).plainName);
    expect(plain).toEqual(operations);
    const long = ['a', 'b'].map((end) => toolNames(agent, `${'long_'.repeat(20)}${end}`, 2).plainName);
    expect(new Set(long).size).toBe(2);
    for (const name of long) expect(name).toMatch(/^long_long_\w{40,51}__2$/);
    expect(toolNames('github', operations[0] ?? '', 1).fullName).toBe(`github__${operations[0]}`);
  });
});
