/** Entries with MCP tools for tests. */

import type { Entry, JsonObject } from '@dragoman/model';
import { readMcp } from './read.js';

/** A tool; given members override the defaults. */
export function tool(more: JsonObject = {}): JsonObject {
  return { name: 'look', description: 'Looks.', inputSchema: { type: 'object' }, ...more };
}

/** The entry of a server with these tools. */
export function entryOf(...tools: JsonObject[]): Entry {
  const document = { server: 'https://tools.example/mcp', name: 'Tools', tools };
  const { value, diagnostics } = readMcp(document, { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] });
  if (value === undefined) throw new Error(JSON.stringify(diagnostics));
  return { id: 'tools', owner: 'ada', visibility: 'public', grants: [], ...value };
}
