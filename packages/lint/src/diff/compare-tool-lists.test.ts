/** Two lists of tools: MCP tools and operations of a service, matched by name and compared by containment. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { diffFormats } from '../formats/diff-formats.js';
import { openApi } from '../linting/lint-document.js';
import { defaultSettings } from '../settings/settings.js';
import { compareApis } from './compare-apis.js';

const input = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more });
const tide = (more: JsonObject = {}): JsonObject => ({
  name: 'read_tide',
  description: 'Reads the tide at a pier.',
  inputSchema: input({ pier: { type: 'string', maxLength: 9 } }),
  ...more,
});

function compare(before: JsonObject[], after: JsonObject[], list = 'tools') {
  const [one, other] = [before, after].map((tools) => openApi({ [list]: tools }, defaultSettings));
  if (one === undefined || other === undefined) throw new Error('no list of tools');
  return compareApis(one, other);
}

const brief = (before: JsonObject[], after: JsonObject[], list?: string) =>
  compare(before, after, list).changes.map(({ effect, message }) => `${effect}: ${message}`);

describe('a comparison of two lists of tools', () => {
  it.each<[string, JsonObject, string[]]>([
    ['nothing', {}, []],
    [
      'a reworded description',
      { description: 'Reads the tide at any pier.' },
      ['description: The description changed.'],
    ],
    ['a title', { title: 'Tide' }, ['description: The title changed.']],
    [
      'another purpose',
      { description: 'Purges archived invoices.' },
      ['meaning: The description has little in common with the previous one.'],
    ],
    [
      'a wider input',
      { inputSchema: input({ pier: { type: 'string', maxLength: 20 } }) },
      ['compatible: maxLength of pier was 9 and is 20.'],
    ],
    [
      'an undecidable pattern',
      { inputSchema: input({ pier: { type: 'string', maxLength: 9, pattern: '^(?=a)\\b.*$' } }) },
      ['undecided: pier now has pattern "^(?=a)\\\\b.*$".'],
    ],
  ])('finds %s', (_, change, expected) => {
    expect(brief([tide()], [tide(change)])).toEqual(expected);
  });

  it('shows a value that breaks callers, where it is in the list', () => {
    const narrower = tide({ inputSchema: input({ pier: { type: 'string', maxLength: 3 } }) });
    const { changes, breaking } = compare([{ name: 'other' }, tide()], [{ name: 'other' }, narrower]);
    expect(breaking).toBe(true);
    expect(changes).toMatchObject([
      {
        effect: 'breaking',
        operation: 'read_tide',
        pointer: '/tools/1/inputSchema/properties/pier',
        tool: false,
      },
    ]);
    expect(String(changes[0]?.counterexample).length).toBeGreaterThan(3);
  });

  it('matches tools by name in any order, and reports added and removed ones', () => {
    const other = { ...tide(), name: 'read_wind' };
    expect(brief([tide(), other], [other, tide()])).toEqual([]);
    expect(brief([tide()], [other])).toEqual(['breaking: The tool was removed.', 'compatible: The tool was added.']);
  });

  it('resolves references inside the schema of each tool', () => {
    const pier = (maxLength: number): JsonObject => ({
      inputSchema: input({ pier: { $ref: '#/$defs/pier' } }, { $defs: { pier: { type: 'string', maxLength } } }),
    });
    const wind = { ...tide(pier(4)), name: 'read_wind' };
    expect(brief([tide(pier(9)), wind], [tide(pier(5)), wind])).toEqual([
      'breaking: maxLength of pier was 9 and is 5.',
    ]);
  });

  it('compares outputs in the other direction, also those of operations', () => {
    const operation = (outputs: JsonObject): JsonObject => ({ name: 'tide', inputs: input({}), outputs });
    const [one, more] = [input({ level: { enum: ['low'] } }), input({ level: { enum: ['low', 'high'] } })];
    expect(brief([operation(one)], [operation(more)], 'operations')).toEqual([
      'breaking: The value "high" of level was added.',
    ]);
    expect(brief([tide({ outputSchema: one })], [tide()])).toEqual(['breaking: The output no longer has a schema.']);
    expect(brief([tide()], [tide({ outputSchema: one })])).toEqual(['compatible: The output now has a schema.']);
  });

  it('does not speak of versions that lists of tools do not have', () => {
    const difference = compare([tide()], [{ ...tide(), name: 'read_wind' }]);
    expect(difference.changes).toHaveLength(2);
    expect(diffFormats.markdown(difference)).toContain('the changes call for a new version (major)');
    expect(diffFormats.changelog(difference)).toContain('## Unreleased');
  });
});
