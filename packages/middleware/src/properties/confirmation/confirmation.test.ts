import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { createMemoryStore } from '../../stores/index.js';
import { createDryRun, isDryRun, previewOf } from '../dry-run/index.js';
import { createIdempotency } from '../idempotency/index.js';
import { type ConfirmationOptions, createConfirmation } from './index.js';

/** Files that can be deleted after a confirmation. */
function host(options: Partial<ConfirmationOptions> = {}) {
  const deleted: string[] = [];
  let fails: Failure | undefined;
  const serve = addProperties(
    async (request) => {
      const path = new URL(request.url).pathname;
      if (isDryRun(request)) return Response.json(previewOf([`${path} would be deleted`], false));
      if (fails !== undefined) throw fails;
      deleted.push(path);
      return Response.json({ deleted: path });
    },
    [
      createDryRun(),
      createConfirmation({ routes: ['DELETE /files/{name}', 'POST /wipe'], ...options }),
      createIdempotency(),
    ],
    { caller: (request) => request.headers.get('x-user') ?? undefined },
  );
  const send = async (path: string, headers: Record<string, string> = {}, init: RequestInit = {}) => {
    const response = await serve(new Request(`https://api.example${path}`, { method: 'DELETE', headers, ...init }));
    const body = (await response.json()) as { code?: string; field_errors: { code: string }[] };
    return { status: response.status, body, token: response.headers.get('x-confirm') ?? '' };
  };
  const failWith = (failure: Failure | undefined) => {
    fails = failure;
  };
  return { send, deleted, failWith };
}

const dry = { 'x-dry-run': 'true' };

describe('createConfirmation', () => {
  it('[PROF-WRITE-12] executes a write only after a preview, with the token of that preview, once', async () => {
    const { send, deleted } = host();
    const refused = await send('/files/a');
    expect([refused.status, refused.body.code, deleted]).toEqual([428, 'CONFIRMATION_REQUIRED', []]);
    const preview = await send('/files/a', dry);
    expect(preview.body).toMatchObject({
      dry_run: true,
      would_change: ['/files/a would be deleted'],
      confirmation: { token: preview.token },
    });
    expect(deleted).toEqual([]);
    expect((await send('/files/a', { 'x-confirm': preview.token })).body).toEqual({ deleted: '/files/a' });
    const again = await send('/files/a', { 'x-confirm': preview.token });
    expect([again.status, again.body.field_errors[0]?.code]).toEqual([428, 'request/confirmation-used']);
    expect(deleted).toEqual(['/files/a']);
  });

  it('binds a token to caller, path, query, condition and body, whatever the order of members', async () => {
    const { send, deleted } = host();
    const { token } = await send('/files/a?deep=1&x=2', { ...dry, 'x-user': 'Ines' });
    const confirmed = { 'x-confirm': token, 'x-user': 'Ines' };
    for (const [path, headers] of [
      ['/files/b?deep=1&x=2', confirmed],
      ['/files/a?deep=2&x=2', confirmed],
      ['/files/a?deep=1&x=2', { ...confirmed, 'x-user': 'Tom' }],
      ['/files/a?deep=1&x=2', { ...confirmed, 'if-match': '"1"' }],
      ['/files/a?deep=1&x=2', { ...confirmed, 'x-confirm': `${token}x` }],
    ] as const) {
      expect((await send(path, headers)).body.field_errors[0]?.code).toBe('request/confirmation-other');
    }
    expect((await send('/files/a?x=2&deep=1', confirmed)).status).toBe(200);
    expect(deleted).toEqual(['/files/a']);
    const json = { 'content-type': 'application/json' };
    const wipe = await send('/wipe', { ...dry, ...json }, { method: 'POST', body: '{"a":1,"b":[2]}' });
    const other = { method: 'POST', body: '{"a":1,"b":[3]}' };
    expect((await send('/wipe', { 'x-confirm': wipe.token, ...json }, other)).status).toBe(428);
    const same = { method: 'POST', body: '{ "b": [2], "a": 1 }' };
    expect((await send('/wipe', { 'x-confirm': wipe.token, ...json }, same)).status).toBe(200);
  });

  it('rejects expired tokens, and leaves other routes alone', async () => {
    let now = 0;
    const { send } = host({ clock: { now: () => now }, seconds: 60 });
    const { token } = await send('/files/a', dry);
    now = 60_000;
    const late = await send('/files/a', { 'x-confirm': token });
    expect([late.status, late.body.field_errors[0]?.code]).toEqual([428, 'request/confirmation-expired']);
    expect((await send('/others/a')).status).toBe(200);
  });

  it('keeps the token good after a rejection, and replays a repeat with the same idempotency key', async () => {
    const { send, deleted, failWith } = host();
    const { token } = await send('/files/a', dry);
    failWith(new Failure('CONFLICT'));
    expect((await send('/files/a', { 'x-confirm': token })).status).toBe(409);
    failWith(undefined);
    const keyed = { 'x-confirm': token, 'idempotency-key': 'k-1' };
    expect((await send('/files/a', keyed)).status).toBe(200);
    expect((await send('/files/a', keyed)).body).toEqual({ deleted: '/files/a' });
    expect((await send('/files/a', { ...keyed, 'idempotency-key': 'k-2' })).status).toBe(428);
    expect(deleted).toEqual(['/files/a']);
  });

  it('executes once when processes with one store get the same token at the same time', async () => {
    const shared = { key: 'a shared key', store: createMemoryStore() };
    const hosts = [host(shared), host(shared)];
    const { token } = (await hosts[0]?.send('/files/a', dry)) ?? { token: '' };
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => hosts[at % 2]?.send('/files/a', { 'x-confirm': token })),
    );
    expect(all.filter((each) => each?.status === 200)).toHaveLength(1);
    expect(hosts.flatMap(({ deleted }) => deleted)).toHaveLength(1);
  });

  it('executes nothing without createDryRun before it', async () => {
    let runs = 0;
    const handler = () => {
      runs += 1;
      return Response.json({});
    };
    const serve = addProperties(handler, [createConfirmation({ routes: ['DELETE /files/{name}'] }), createDryRun()]);
    const request = new Request('https://api.example/files/a', { method: 'DELETE', headers: dry });
    await expect(serve(request)).rejects.toThrow('createConfirmation needs createDryRun before it');
    expect(runs).toBe(0);
  });
});
