/** An MCP server with a resource and a prompt, for the examples of the API description. */
import type { JsonObject } from '@dragoman/model';
import type { DragomanServer } from '../create-server.js';

const contentServer = 'https://notes.example/mcp';

const results: Record<string, JsonObject> = {
  'server/discover': { supportedVersions: ['2026-07-28'], capabilities: { resources: {}, prompts: {} } },
  'resources/read': { contents: [{ uri: 'note://harbour/today', mimeType: 'text/plain', text: 'Two ferries.' }] },
  'prompts/get': { messages: [{ role: 'user', content: { type: 'text', text: 'Describe pier N.' } }] },
};

/** The message of the server for a request; undefined for other services. */
export function answerContent(url: string, sent: unknown): JsonObject | undefined {
  if (url !== contentServer) return undefined;
  const { id = 0, method = '' } = (sent ?? {}) as { id?: number; method?: string };
  return { jsonrpc: '2.0', id, result: results[method] ?? {} };
}

/** Registers the server. */
export async function makeContent(own: DragomanServer, origin: string): Promise<Record<string, string>> {
  const document = {
    server: contentServer,
    name: 'Harbour notes',
    tools: [],
    resources: [{ uri: 'note://harbour/today', name: 'today' }],
    prompts: [{ name: 'briefing', arguments: [{ name: 'pier', required: true }] }],
  };
  const body = JSON.stringify({ items: [{ document, curation: { id: 'harbour-notes' } }] });
  const headers = { 'Content-Type': 'application/json' };
  await own.fetch(new Request(`${origin}/imports`, { method: 'POST', body, headers }));
  return { id: 'harbour-notes' };
}
