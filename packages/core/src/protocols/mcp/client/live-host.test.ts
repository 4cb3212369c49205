import { expect, it } from 'vitest';
import { liveServer } from './live-host.js';

it.each([
  ['https://a.example/mcp', 'https://a.example/mcp'],
  ['https://a.example/tools/mcp/?key=1', 'https://a.example/tools/mcp/?key=1'],
  ['http://127.0.0.1:1/sse', 'http://127.0.0.1:1/sse'],
  ['mcp+https://a.example/anything', 'https://a.example/anything'],
  ['stdio:files', 'stdio:files'],
  ['https://a.example/openapi.json', undefined],
  ['https://a.example/essex', undefined],
  ['https://a.example/mcp/openapi.json', undefined],
])('takes %s as the address of the MCP server %s', (uri, server) => {
  expect(liveServer(uri)).toBe(server);
});
