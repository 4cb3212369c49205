/** AGIS documents converted to tool lists are valid by the official MCP schema (AGIS App. C). */
import type { JsonObject } from '@dragoman/model';
import { isSpecType } from '@modelcontextprotocol/client';
import { expect, it } from 'vitest';
import { context, fixture, single } from '../protocols/agis/agis.support.js';
import { convertDescription } from './convert-description.js';

const toolsOf = (document: JsonObject | undefined) => (document?.tools ?? []) as JsonObject[];

it('[AGIS-MCP-08] writes a list that the official client accepts, and the entry that the specification prints', () => {
  for (const name of ['tarn-freight', 'rivermouth-lending', 'granite-hire']) {
    const { document } = convertDescription(fixture(name), { to: 'mcp', context });
    expect(isSpecType.ListToolsResult(document)).toBe(true);
    expect(toolsOf(document).every((each) => isSpecType.Tool(each) && each.description !== '')).toBe(true);
  }
  const input = {
    type: 'object',
    properties: { party_size: { type: 'integer' }, datetime: { type: 'string', format: 'date-time' } },
    required: ['party_size', 'datetime'],
  };
  const hints = {
    party_size: ['number of guests', 'for N people', 'table for N'],
    datetime: ['next Tuesday', 'Saturday at 7'],
  };
  const semantic = { intent: 'Books a restaurant reservation on behalf of the requesting agent' };
  const book = single('BOOK', '/reservation', { semantic: { ...semantic, parameter_hints: hints }, input });
  expect(toolsOf(convertDescription(book, { to: 'mcp', context, tools: { annotations: false } }).document)[0]).toEqual({
    name: 'book_reservation',
    description:
      "Books a restaurant reservation on behalf of the requesting agent. Hints: party_size = ['number of guests', " +
      "'for N people', 'table for N']; datetime = ['next Tuesday', 'Saturday at 7']",
    inputSchema: input,
  });
  expect(isSpecType.ListToolsResult({ tools: [{ name: 'x' }] })).toBe(false);
});
