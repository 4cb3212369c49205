/** Calls that share the discovered state of a server; the server is a single function. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { TargetedCall, UpstreamLine } from '../../gateway/call.js';
import { createTarget, createTargetedCall } from '../../gateway/gateway.support.js';
import type { PreparedCall } from '../../gateway/prepared-call.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { createMcpCaller } from './call.js';
import type { McpLink } from './client/mcp-link.js';
import { entryOf, tool } from './mcp.support.js';

const options = {
  ownOrigins: [],
  version: '1.0.0',
  tasks: { elapsed: () => performance.now(), pause: async () => undefined, taskMs: 1000 },
};
const caller = createMcpCaller(options);
const entry = entryOf(tool());

function callOf(): TargetedCall {
  const [operation] = entry.operations;
  if (operation === undefined) throw new Error('the entry has no operation');
  return createTargetedCall({ face: 'mcp', agentId: entry.id, input: {}, target: createTarget(operation) });
}

function answerTo({ body }: PreparedCall): UpstreamResponse {
  const { id = 0, method } = body as JsonObject;
  const tools = { content: [{ type: 'text', text: `answer ${id}` }] };
  const result = method === 'server/discover' ? { supportedVersions: ['2026-07-28'] } : tools;
  const text = JSON.stringify({ jsonrpc: '2.0', id, result });
  return {
    status: 200,
    headers: {},
    mediaType: 'application/json',
    body: new Blob([text]).stream() as UpstreamResponse['body'],
    attempts: 1,
    origin: 'https://tools.example',
  };
}

const rest = { answerBytes: 1_000_000, depart: () => undefined, departed: false };
const lineOf = (send: UpstreamLine['send']): UpstreamLine => ({ send, ...rest });

describe('callers of one server', () => {
  it('connect themselves when the caller that started connecting has disconnected', async () => {
    let leave: (why: Failure) => void = () => undefined;
    const left = new Promise<UpstreamResponse>((_, reject) => {
      leave = reject;
    });
    const prepared: PreparedCall = { url: '', method: 'POST', headers: {} };
    const first = caller.converse?.(
      callOf(),
      prepared,
      lineOf(() => left),
    );
    const second = caller.converse?.(
      callOf(),
      prepared,
      lineOf(async (request) => answerTo(request)),
    );
    leave(new Failure('CANCELLED'));
    await expect(first).rejects.toMatchObject({ code: 'CANCELLED' });
    expect(await second).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('never reuse a request id, since they share its session', async () => {
    const ids: unknown[] = [];
    const send: UpstreamLine['send'] = async (request) => {
      ids.push((request.body as JsonObject).id);
      return answerTo(request);
    };
    const prepared: PreparedCall = { url: '', method: 'POST', headers: {} };
    await Promise.all([1, 2, 3].map(() => caller.converse?.(callOf(), prepared, lineOf(send))));
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('a task that cannot be followed', () => {
  it.each([
    ['may act', { destructiveHint: true }, true],
    ['only reads', { readOnlyHint: true }, false],
  ])('leaves an unknown outcome if the tool %s', async (_, annotations, isUnknown) => {
    const link: McpLink = {
      handshakeFirst: true,
      async ask({ method }) {
        if (method === 'tasks/get') throw new Failure('UNAVAILABLE');
        const shaken = { protocolVersion: '2025-11-25', capabilities: {} };
        return { kind: 'result', result: method === 'initialize' ? shaken : { task: { taskId: 't' } } };
      },
      tell: async () => undefined,
    };
    const [read] = entryOf(tool({ annotations })).operations;
    if (read === undefined) throw new Error('the entry has no operation');
    const operation = { ...read, binding: { kind: 'mcp', server: 'stdio:one', tool: 'look' } as const };
    const call = createTargetedCall({ face: 'mcp', agentId: entry.id, input: {}, target: createTarget(operation) });
    const piped = createMcpCaller({ ...options, children: { link: () => link } });
    const prepared: PreparedCall = { url: '', method: 'POST', headers: {} };
    const outcome = piped.converse?.(
      call,
      prepared,
      lineOf(async (request) => answerTo(request)),
    );
    await expect(outcome).rejects.toMatchObject({ code: 'UNAVAILABLE', outcomeUnknown: isUnknown });
  });
});
