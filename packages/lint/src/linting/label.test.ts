/** Tests the label: a condition holds only where the description shows it. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { answer, buildCase, object } from '../rule-model/rule-cases.js';
import { rules } from '../rules/index.js';
import { defaultSettings } from '../settings/settings.js';
import { evaluateLabel } from './label.js';
import { lintApi } from './lint-api.js';

function verdictOf(id: string, document: JsonObject): string | undefined {
  const api = readApi(buildCase(document), defaultSettings);
  return evaluateLabel(api, lintApi(api, rules).findings).find((each) => each.id === id)?.verdict;
}

const text = { type: 'string' };
const list = (item: JsonObject) => answer(object({ items: { type: 'array', items: item } }));

describe('PROF-SUM-14, text by users', () => {
  const verdict = (schema: JsonObject, untrusted?: unknown) =>
    verdictOf('PROF-SUM-14', {
      'get /t': { responses: answer(schema), ...(untrusted === undefined ? {} : { 'x-agent': { untrusted } }) },
    } as JsonObject);

  it('does not hold without a mark, or with a mark on something else', () => {
    const note = object({ id: text, note: text });
    expect(verdict(note)).toBe('not determined');
    expect(verdict(note, false)).toBe('not determined');
    expect(verdict(note, [])).toBe('not determined');
    expect(verdict(note, ['/title'])).toBe('not determined');
    expect(verdict(object({ note: text, comment: text }), ['/note'])).toBe('not determined');
  });

  it('holds for marked texts, texts with their source, and texts in an envelope', () => {
    expect(verdict(object({ id: text, note: text }), ['/note'])).toBe('holds');
    expect(verdict(object({ note: text, comment: text }), [''])).toBe('holds');
    expect(verdict(object({ note: text, author: text }))).toBe('holds');
    expect(verdict(object({ note: object({ untrusted_text: text, source: text }) }))).toBe('holds');
  });

  it('is not applicable without text by users', () => {
    expect(verdict(object({ id: text, message: text }))).toBe('not applicable');
  });

  it('finds marked texts in lists, maps and parts of schemas', () => {
    const item = { allOf: [object({ id: text }), object({ note: text })] };
    const find = (responses: JsonObject, untrusted: string) =>
      verdictOf('PROF-SUM-14', { 'get /t': { responses, 'x-agent': { untrusted: [untrusted] } } });
    expect(find(list(item), '/items/*/note')).toBe('holds');
    expect(find(list(item), '/note')).toBe('not determined');
    expect(find(answer({ type: 'object', additionalProperties: item }), '/*/note')).toBe('holds');
  });
});

describe('PROF-SUM-04, small responses', () => {
  const verdict = (operation: JsonObject) => verdictOf('PROF-SUM-04', { 'get /berths': operation });

  it('needs described fields, and a limit of the items in a list', () => {
    expect(verdict({ responses: answer({ type: 'object' }) })).toBe('not determined');
    expect(verdict({ responses: answer(object({ id: text })) })).toBe('holds');
    expect(verdict({ responses: list(object({ id: text })) })).toBe('not determined');
    const limit = { name: 'limit', in: 'query', schema: { type: 'integer', default: 20, maximum: 50 } };
    expect(verdict({ parameters: [limit], responses: list(object({ id: text })) })).toBe('holds');
  });
});
