/** The worked examples E1 to E8 of docs/spec/aidip.md, run exchange by exchange against one registry. */

import { compileSchema } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { Failure } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../access/caller.js';
import { anonymous } from '../../access/caller.js';
import { json } from '../../gateway/gateway.support.js';
import type { UpstreamResponse } from '../../gateway/upstream.js';
import { createCallFace } from './call-face.support.js';
import type { Answer, Face } from './face.support.js';
import { agent, createFace, keyHolder } from './face.support.js';
import registration from './fixtures/exchanges/e1-registration.json' with { type: 'json' };
import olderCard from './fixtures/exchanges/e2-older-card.json' with { type: 'json' };
import refusal from './fixtures/exchanges/e3-refusal.json' with { type: 'json' };
import filters from './fixtures/exchanges/e4-filters.json' with { type: 'json' };
import query from './fixtures/exchanges/e5-query.json' with { type: 'json' };
import entitlements from './fixtures/exchanges/e6-entitlements.json' with { type: 'json' };
import gateway from './fixtures/exchanges/e7-gateway.json' with { type: 'json' };
import resolution from './fixtures/exchanges/e8-resolution.json' with { type: 'json' };
import { createResolvingFace, type Resolved } from './resolution.support.js';

interface Exchange {
  request: { method: string; url: string; headers?: Record<string, string | undefined>; body?: unknown };
  response: { status: number; headers: Record<string, string | undefined>; body: unknown };
}

const assignedId = '3f0c1c9e-8f4e-4d0b-9f3a-5a8f6b7c1d22';

function callerOf(authorization: string | undefined): Caller {
  return authorization === undefined ? anonymous : keyHolder(authorization.replace('Bearer ', ''), 'agents:invoke');
}

async function exchange(face: Face, { request }: Exchange): Promise<Answer> {
  const { pathname, search } = new URL(request.url);
  const as = callerOf(request.headers?.Authorization);
  const { 'X-Request-ID': id, 'Idempotency-Key': key } = request.headers ?? {};
  const headers = { ...(id && { 'X-Request-ID': id }), ...(key && { 'Idempotency-Key': key }) };
  return face.send(request.method, `${pathname}${search}`, { as, body: request.body, headers });
}

/** Scores and times depend on the registry; their type is compared, not their value. */
function comparable(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (member, value: unknown) =>
      member === 'score' && typeof value === 'number' ? 'a number' : value,
    ),
  );
}

async function expectExchange(face: Face, example: Exchange): Promise<Answer> {
  const answer = await exchange(face, example);
  const { status, headers, body } = example.response;
  expect(answer.status).toBe(status);
  expect(answer.headers.get('content-type')).toMatch(/^application\/(problem\+)?json$/);
  if (headers['X-Total-Count']) expect(answer.headers.get('x-total-count')).toBe(headers['X-Total-Count']);
  if (headers.Location) expect(answer.headers.get('location')).toBe(headers.Location);
  if (headers['X-Request-ID']) expect(answer.headers.get('x-request-id')).toBe(headers['X-Request-ID']);
  if (headers.ETag) expect(answer.headers.get('etag')).toMatch(/^"[^"]+"$/);
  if (Array.isArray(body)) expect(answer.body).toEqual(body);
  else {
    const { search_time, ...expected } = body as JsonObject;
    expect(comparable(answer.body)).toMatchObject(comparable(expected) as JsonObject);
  }
  return answer;
}

async function harbour(): Promise<Face> {
  const ids = [assignedId];
  const face = createFace({}, { newId: () => ids.shift() ?? 'no more ids' });
  await registerHarbour(face);
  return face;
}

async function registerHarbour(face: Face): Promise<void> {
  const [posted] = registration as Exchange[];
  const [card] = olderCard as Exchange[];
  await face.register(posted?.request.body as JsonObject, keyHolder('northquay-publisher'));
  await face.register(card?.response.body as JsonObject, keyHolder('pier'));
}

describe('worked examples', () => {
  it('E1: registration without id, and the two rejections of PUT', async () => {
    const face = createFace({}, { newId: () => assignedId });
    for (const example of registration as Exchange[]) await expectExchange(face, example);
  });

  it('E2: a card in the older form is served in the newer one', async () => {
    const face = await harbour();
    const served = (olderCard as Exchange[])[2];
    if (served === undefined) throw new Error('the fixture has lost its third exchange');
    const answer = await expectExchange(face, served);
    expect(answer.body).toEqual(served.response.body);
  });

  it('E3: a rejection names every problem', async () => {
    const [example] = refusal as Exchange[];
    if (example === undefined) throw new Error('the fixture is empty');
    const answer = await expectExchange(createFace(), example);
    expect(answer.object.error).toEqual((example.response.body as JsonObject).error);
  });

  it('E4: filters only, in mixed spellings', async () => {
    const face = await harbour();
    for (const example of filters as Exchange[]) await expectExchange(face, example);
  });

  /** The order of the two depends on the ranking (AIDIP-MATCH-09), so pages are compared without order. */
  it('E5: a query gives the object with scores, and full metadata on the second page', async () => {
    const face = await harbour();
    const examples = query as Exchange[];
    const answers = await Promise.all(examples.map((example) => exchange(face, example)));
    for (const [at, { response }] of examples.entries()) {
      const { results, search_time, ...rest } = response.body as JsonObject;
      expect(answers[at]?.object).toMatchObject(rest);
      expect(answers[at]?.items).toHaveLength(1);
      expect(typeof answers[at]?.object.search_time).toBe('number');
    }
    const expectedIds = examples.flatMap(({ response }) => (response.body as { results: { id: string }[] }).results);
    expect(answers.flatMap(({ ids }) => ids).sort()).toEqual(expectedIds.map(({ id }) => id).sort());
    const [summary, full] = answers.map(({ items }) => items[0] ?? {});
    expect(Object.keys(summary ?? {}).sort()).toEqual([
      'capabilities',
      'description',
      'endpoint',
      'id',
      'name',
      'score',
    ]);
    const { score, ...metadata } = full ?? {};
    expect(metadata).toEqual((await face.send('GET', `/agents/${String(metadata.id)}`)).object);
    expect(Number(summary?.score)).toBeGreaterThanOrEqual(Number(score));
  });

  it('E6: other callers see nothing of what the hospital sees', async () => {
    const face = createFace();
    const checker = {
      name: 'Interaction Checker',
      description: "Warns of interactions between medicines on a ward's list.",
      endpoint: '/agents/st-anne-interactions/invoke',
      capabilities: ['interaction_check'],
      visibility: 'private',
      grants: ['caller:st-anne-hospital'],
    };
    await face.register(agent('st-anne-interactions', checker), keyHolder('clinic-publisher'));
    for (const example of (entitlements as Exchange[]).slice(0, 3)) await expectExchange(face, example);
  });

  it('E7: operation missing, success, time-out, and a batch in which one item fails', async () => {
    const face = await createCallFace();
    const [posted] = registration as Exchange[];
    await face.register({ ...(posted?.request.body as JsonObject), id: assignedId }, keyHolder('northquay-publisher'));
    const late = new Failure('UPSTREAM_TIMEOUT', { message: 'The agent did not answer in time.' });
    const answers = new Map<unknown, UpstreamResponse>([
      ['quoteRate', json({ price_eur: 1215, valid_until: '2026-03-31', trace_id: 't-88f' })],
      ['NQ-88012', json({ position: 'Terminal 2, Gdansk', days_late: 0 })],
      ['NQ-00000', json({ error: { code: 'NotFound', message: 'No booking NQ-00000.' } }, 404)],
    ]);
    face.serve('https://agents.northquay.example/desk', ({ body, headers }) => {
      const { operation, booking } = body as JsonObject;
      const answer = answers.get(operation) ?? answers.get(booking);
      if (answer === undefined || face.sent.length === 2) throw late;
      expect(headers).not.toHaveProperty('authorization');
      return answer;
    });
    for (const example of gateway as Exchange[]) await expectExchange(face, example);
    expect(face.sent.map(({ body }) => body)).toEqual([
      { operation: 'quoteRate', from_port: 'Gdansk', to_port: 'Porto', container: '20DC' },
      { operation: 'trackContainer', booking: 'NQ-88012' },
      { operation: 'trackContainer', booking: 'NQ-88012' },
      { operation: 'trackContainer', booking: 'NQ-00000' },
    ]);
  });

  it('E8: resolution excludes by policy, and reports how to call the candidate directly', async () => {
    const face = createResolvingFace({}, { newId: () => assignedId });
    await registerHarbour(face);
    const [resolve, call, refused] = resolution as Exchange[];
    if (resolve === undefined || call === undefined) throw new Error('the fixture has lost its exchanges');
    const { candidates } = resolve.response.body as unknown as Resolved;
    const answer = await exchange(face, resolve);
    expect(answer.status).toBe(200);
    const given = (answer.object as unknown as Resolved).candidates;
    // The sentence depends on the registry, like the score.
    const plain = (all: Resolved['candidates']) =>
      all.map(({ id, endpoint, invocation }) => ({ id, endpoint, invocation }));
    expect(plain(given)).toMatchObject(plain(candidates));
    expect(given[0]).toMatchObject({ score: expect.any(Number), reason: expect.stringContaining('Wind') });
    const freight = { intent: 'price of one container', policy: (resolve.request.body as JsonObject).policy };
    const { ids, excluded } = await face.resolve(freight);
    expect(ids).not.toContain(assignedId);
    expect(excluded).toContainEqual(expect.objectContaining({ ids: [assignedId] }));
    const { endpoint, invocation } = given[0] ?? {};
    expect(call.request).toMatchObject({ url: endpoint, method: invocation?.method });
    expect(call.request.headers?.['Content-Type']).toBe(invocation?.content_type);
    const { inputs } = (await face.send('GET', `/agents/${given[0]?.id}`)).object;
    const { validate } = compileSchema(inputs as JsonObject);
    expect(validate(call.request.body as JsonObject)).toEqual([]);
    expect(validate(refused?.request.body as JsonObject)).not.toEqual([]);
  });
});
