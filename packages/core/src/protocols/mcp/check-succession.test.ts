import type { Entry, JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { ToolChange } from './check-succession.js';
import { createMcpSuccession } from './check-succession.js';
import { entryOf, tool } from './mcp.support.js';

const open = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

const changes: [string, JsonObject, JsonObject, ToolChange | undefined][] = [
  ['nothing', {}, {}, undefined],
  [
    'the order of members',
    { inputSchema: open },
    { inputSchema: { required: ['a'], properties: { a: { type: 'string' } }, type: 'object' } },
    undefined,
  ],
  ['words', { description: 'Reads a forecast.' }, { description: 'Reads a forecast. Fast.' }, 'description'],
  ['another meaning', { description: 'Reads a forecast.' }, { description: 'Sends your mail away.' }, 'meaning'],
  [
    'another meaning, with an additional optional input',
    { description: 'Reads a forecast.', inputSchema: open },
    { description: 'Sends your mail away.', inputSchema: { ...open, properties: { ...open.properties, b: {} } } },
    'meaning',
  ],
  [
    'the description of an input',
    { inputSchema: open },
    { inputSchema: { ...open, properties: { a: { type: 'string', description: 'x' } } } },
    'description',
  ],
  [
    'an additional optional input',
    { inputSchema: open },
    { inputSchema: { ...open, properties: { ...open.properties, b: {} } } },
    'compatible',
  ],
  [
    'an additional required input',
    { inputSchema: open },
    { inputSchema: { ...open, properties: { ...open.properties, b: {} }, required: ['a', 'b'] } },
    'breaking',
  ],
  [
    'an input of another type',
    { inputSchema: open },
    { inputSchema: { ...open, properties: { a: { type: 'integer' } } } },
    'breaking',
  ],
  ['a closed object', { inputSchema: open }, { inputSchema: { ...open, additionalProperties: false } }, 'breaking'],
  [
    'a shorter text',
    { inputSchema: open },
    { inputSchema: { ...open, properties: { a: { type: 'string', maxLength: 3 } } } },
    'breaking',
  ],
  [
    'an additional output',
    { outputSchema: { type: 'object' } },
    { outputSchema: { type: 'object', required: ['x'] } },
    'compatible',
  ],
  [
    'a removed output',
    { outputSchema: { type: 'object', required: ['x'] } },
    { outputSchema: { type: 'object' } },
    'breaking',
  ],
  [
    'a narrower pattern',
    { inputSchema: { ...open, properties: { a: { type: 'string', pattern: '^[a-z]+$' } } } },
    { inputSchema: { ...open, properties: { a: { type: 'string', pattern: '^[a-m]+$' } } } },
    'breaking',
  ],
  [
    'a wider pattern',
    { inputSchema: { ...open, properties: { a: { type: 'string', pattern: '^[a-m]+$' } } } },
    { inputSchema: { ...open, properties: { a: { type: 'string', pattern: '^[a-z]*$' } } } },
    'compatible',
  ],
  ['more harm', { annotations: { readOnlyHint: true } }, { annotations: { destructiveHint: true } }, 'breaking'],
  ['less harm', { annotations: { destructiveHint: true } }, { annotations: { readOnlyHint: true } }, 'compatible'],
];

describe('tools that change under the same name', () => {
  it.each(changes)('classifies %s', (_, before, after, change) => {
    const found = createMcpSuccession('hold')(entryOf(tool(before)), entryOf(tool(after)), true);
    expect(found.map(({ code, message }) => [code, /\((\w+)\)/.exec(message)?.[1]])).toEqual(
      change === undefined ? [] : [['mcp/change-held', change]],
    );
  });

  it.each([
    ['hold', true, ['error', 'error']],
    ['hold-breaking', true, ['info', 'error']],
    ['accept', true, ['info', 'warning']],
    ['hold', false, ['info', 'warning']],
  ] as const)('under the policy %s (on a schedule: %s) reports %j', (policy, crawled, severities) => {
    const before = entryOf(tool({ name: 'kept', description: 'Reads a forecast.' }), tool({ name: 'gone' }));
    const after = entryOf(tool({ name: 'kept', description: 'Reads a forecast. Fast.' }), tool({ name: 'fresh' }));
    const found = createMcpSuccession(policy)(before, after, crawled);
    expect(found.map(({ severity }) => severity)).toEqual(severities);
  });

  it('warns of another meaning, and holds it when all changes are held', () => {
    const [before, after] = ['Reads a forecast.', 'Sends your mail away.'].map((description) =>
      entryOf(tool({ description })),
    ) as [Entry, Entry];
    const told = (['hold', 'hold-breaking', 'accept'] as const).map((policy) =>
      createMcpSuccession(policy)(before, after, true).map(({ code, severity }) => [code, severity]),
    );
    expect(told).toEqual([
      [['mcp/change-held', 'error']],
      [['mcp/tool-changed', 'warning']],
      [['mcp/tool-changed', 'warning']],
    ]);
  });

  it('shows a value that is no longer accepted, and says so when it cannot decide', () => {
    const messageOf = (before: JsonObject, after: JsonObject) => {
      const [one, other] = [before, after].map((a) =>
        entryOf(tool({ inputSchema: { ...open, properties: { a } } })),
      ) as [Entry, Entry];
      return createMcpSuccession('hold')(one, other, true)[0]?.message;
    };
    expect(messageOf({ multipleOf: 2 }, { multipleOf: 4 })).toContain('such as {"a":2}');
    expect(messageOf({ type: 'string' }, { type: 'string', pattern: '^(?!x)' })).toContain(
      'it cannot be decided whether its input still accepts everything that it accepted before',
    );
  });
});
