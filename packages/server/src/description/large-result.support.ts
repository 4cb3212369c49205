/** Makes a large result over MCP, for the example of the route that reads on in it. */
import type { DragomanServer } from '../create-server.js';

/** A result that is too large to be shown at once. */
export async function makeLargeResult(own: DragomanServer, origin: string): Promise<Record<string, string>> {
  const document = {
    id: 'large-sample',
    name: 'Large sample',
    description: 'Returns many items.',
    version: '1.0.0',
    publisher: 'Harbour office',
    capabilities: ['lists'],
    endpoint: 'https://a.example/large',
    inputs: { type: 'object' },
    outputs: { type: 'object' },
  };
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  await own.fetch(new Request(`${origin}/agents`, { method: 'POST', body: JSON.stringify(document), headers }));
  const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18' } };
  const post = (body: unknown, more: Record<string, string> = {}) =>
    own.fetch(
      new Request(`${origin}/agents/large-sample/mcp`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { ...headers, ...more },
      }),
    );
  const session = (await post(initialize)).headers.get('mcp-session-id') ?? '';
  const list = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, { 'mcp-session-id': session });
  const { result } = (await list.json()) as { result: { tools: { name: string }[] } };
  const params = { name: result.tools[0]?.name, arguments: {} };
  const called = await post({ jsonrpc: '2.0', id: 3, method: 'tools/call', params }, { 'mcp-session-id': session });
  const { result: large } = (await called.json()) as { result: { _meta: Record<string, { result_id: string }> } };
  return { id: large._meta['dragoman/result']?.result_id ?? '' };
}
