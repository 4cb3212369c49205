/** Tests which array of a response makes an operation a list. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { answer, buildCase, object } from '../rule-model/rule-cases.js';
import { defaultSettings } from '../settings/settings.js';
import { readApi } from './read-api.js';

const messages = { type: 'array', items: object({ id: { type: 'string' } }) };
const file = object({ id: { type: 'string' } });

function isList(path: string, schema: JsonObject, query: string[]): boolean | undefined {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({ name, in: 'path', required: true }));
  const parameters = [...named, ...query.map((name) => ({ name, in: 'query', schema: { type: 'integer' } }))];
  const document = buildCase({ [`get ${path}`]: { parameters, responses: answer(schema) } });
  return readApi(document, defaultSettings).exposed[0]?.kinds.list;
}

describe('lists', () => {
  it.each<[string, JsonObject, string[], boolean]>([
    ['/messages/{channel}', object({ messages, last_id: { type: 'string' } }), ['limit'], true],
    ['/messages/{channel}', object({ messages }), [], false],
    ['/Calls.json', object({ calls: messages, next_page_uri: { type: 'string' } }), ['PageSize'], true],
    ['/conversations', object({ channels: messages, response_metadata: file }), ['limit'], true],
    ['/topics', object({ names: { type: 'array', items: { type: 'string' } } }), ['per_page'], true],
    ['/files/{id}', object({ file, comments: messages }), ['limit'], false],
    ['/disks', object({ total: file, unreachable: { type: 'array', items: { type: 'string' } } }), ['limit'], false],
  ])('reads GET %s', (path, schema, query, expected) => {
    expect(isList(path, schema, query)).toBe(expected);
  });
});
