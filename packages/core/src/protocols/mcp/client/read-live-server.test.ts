import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { expect, it } from 'vitest';
import { rpcCodes } from '../../../transport/json-rpc.js';
import type { LinkAnswer, McpLink } from './mcp-link.js';
import { readLiveServer } from './read-live-server.js';

type Answer = JsonObject | Error | ((params: JsonObject) => JsonObject);

/** A server of the stateless revision with these capabilities and results by method. */
function serverWith(capabilities: JsonObject, results: Record<string, Answer>): McpLink {
  return {
    async ask({ method, params }): Promise<LinkAnswer> {
      if (method === 'server/discover') return { kind: 'result', result: { capabilities } };
      const answer = results[method];
      if (answer instanceof Error) throw answer;
      if (answer !== undefined) {
        return { kind: 'result', result: typeof answer === 'function' ? answer(params) : answer };
      }
      return { kind: 'error', error: { code: rpcCodes.method, message: 'no such method' }, status: 200 };
    },
    async tell() {},
  };
}

const read = (link: McpLink) => readLiveServer(link, 'https://a.example/mcp', { name: 'test' });
const look = { name: 'look', inputSchema: { type: 'object' } };

it('reads every declared list, page by page', async () => {
  const link = serverWith(
    { tools: {}, prompts: {}, resources: { subscribe: true } },
    {
      'tools/list': { tools: [look] },
      'prompts/list': ({ cursor }) =>
        cursor === undefined ? { prompts: [{ name: 'a' }], nextCursor: '2' } : { prompts: [{ name: 'b' }] },
      'resources/list': { resources: [{ uri: 'a:b', name: 'b' }] },
    },
  );
  expect(await read(link)).toMatchObject({
    tools: [look],
    prompts: [{ name: 'a' }, { name: 'b' }],
    resources: [{ uri: 'a:b', name: 'b' }],
    capabilities: { prompts: {}, resources: { subscribe: true } },
  });
});

it('asks a server that declares only prompts for no tools', async () => {
  const link = serverWith({ prompts: {} }, { 'prompts/list': { prompts: [{ name: 'a' }] } });
  expect(await read(link)).toMatchObject({ tools: [], prompts: [{ name: 'a' }] });
});

it('imports the tools when another list fails, and notes the failure', async () => {
  const tooLarge = new Failure('ANSWER_TOO_LARGE', { message: 'The server sent more than 9 bytes.' });
  const link = serverWith(
    { tools: {}, prompts: {}, resources: {} },
    { 'tools/list': { tools: [look] }, 'prompts/list': { prompts: 'many' }, 'resources/list': tooLarge },
  );
  expect(await read(link)).toMatchObject({
    tools: [look],
    unread: { prompts: 'The server sent an invalid list of prompts.', resources: 'The server sent more than 9 bytes.' },
  });
});

it('cuts a list of resources that never ends', async () => {
  let page = 0;
  const link = serverWith(
    { tools: {}, resources: {} },
    {
      'tools/list': { tools: [look] },
      'resources/list': () => {
        page += 1;
        const resources = Array.from({ length: 100 }, (_, at) => ({ uri: `a:${page}-${at}`, name: 'x' }));
        return { resources, nextCursor: String(page) };
      },
    },
  );
  const document = await read(link);
  expect(document.resources).toHaveLength(5000);
  expect(document.resourcesCut).toBe(true);
});

it('notes a list of prompts whose cursors form a loop', async () => {
  const link = serverWith(
    { tools: {}, prompts: {} },
    { 'tools/list': { tools: [look] }, 'prompts/list': { prompts: [{ name: 'a' }], nextCursor: 'same' } },
  );
  expect(await read(link)).toMatchObject({ unread: { prompts: expect.stringContaining('form a loop') } });
});
