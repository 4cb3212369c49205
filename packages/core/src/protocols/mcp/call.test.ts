/** Calls that share the discovered state of a server; the server is a single function. */
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../catalogue/memory-store.js';
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
  tasks: {
    elapsed: () => performance.now(),
    pause: async () => undefined,
    taskMs: 1000,
    sessions: createMemoryStore().sessions,
    clock: { now: Date.now },
  },
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

describe('a server that no longer knows the session', () => {
  const unread = {
    jsonrpc: '2.0',
    id: null,
    error: { code: -32000, message: 'Bad Request: No valid session ID provided' },
  };
  /** Knows only the newest session; counts the calls that it has executed. */
  function restarted(status: number, refusal: string, type = 'application/json') {
    const seen = { sessions: 0, executed: 0 };
    const send: UpstreamLine['send'] = async (request) => {
      const { id = null, method } = request.body as JsonObject;
      const reply = (code: number, mediaType: string, text: string, headers = {}): UpstreamResponse => ({
        ...answerTo(request),
        status: code,
        mediaType,
        headers,
        body: new Blob([text]).stream() as UpstreamResponse['body'],
      });
      const result = (value: object, headers = {}) =>
        reply(200, 'application/json', JSON.stringify({ jsonrpc: '2.0', id, result: value }), headers);
      if (method === 'server/discover') return reply(400, 'text/plain', 'no session');
      if (method === 'initialize') {
        seen.sessions += 1;
        const shaken = { protocolVersion: '2025-11-25', capabilities: { logging: {} } };
        return result(shaken, { 'mcp-session-id': `s${seen.sessions}` });
      }
      if (request.headers['mcp-session-id'] !== 's2') return reply(status, type, refusal);
      if (method !== 'tools/call') return result({});
      seen.executed += 1;
      return result({ content: [{ type: 'text', text: 'done' }] });
    };
    return { seen, send };
  }
  const prepared: PreparedCall = { url: '', method: 'POST', headers: {} };

  it.each([
    ['404', 404, '', 'text/plain'],
    ['400 and an error without the id of the request', 400, JSON.stringify(unread), 'application/json'],
    [
      '400 and an error with an id of its own',
      400,
      JSON.stringify({ ...unread, id: 'server-error' }),
      'application/json',
    ],
    ['400 and plain text', 400, 'Invalid or missing session ID', 'text/plain'],
  ])(
    'gets a new session and the call again after %s, with the log level of the caller',
    async (_, status, refusal, type) => {
      const { seen, send } = restarted(status, refusal, type);
      for (const call of [callOf(), { ...callOf(), logLevel: 'info', onLog: () => undefined }]) {
        seen.sessions = 0;
        const outcome = await createMcpCaller(options).converse?.(call, prepared, lineOf(send));
        expect(outcome).toMatchObject({ kind: 'answer', status: 200 });
      }
      expect(seen).toEqual({ sessions: 2, executed: 2 });
    },
  );

  it('is not met again for a 400 that is about something else', async () => {
    const about = { ...unread, error: { code: -32600, message: 'Bad Request: unsupported header' } };
    const { seen, send } = restarted(400, JSON.stringify(about));
    const failed = createMcpCaller(options).converse?.(callOf(), prepared, lineOf(send));
    await expect(failed).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(seen).toEqual({ sessions: 1, executed: 0 });
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
