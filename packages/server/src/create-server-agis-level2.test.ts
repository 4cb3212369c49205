/** A level 2 document alone as a working service: routing, confidence thresholds, and the check of its declarations. */
import { describe, expect, it } from 'vitest';
import { agisDocument, startWith } from './agis.support.js';
import { startTestServer } from './server.support.js';
import type { Script } from './tools.support.js';

const freight = agisDocument('tarn-freight', { x_http_base: 'https://lorries.example/api' });
const amended = { consignment_id: 'TV-00000001', status: 'ACCEPTED', window: 'MORNING' };
const body = { window: 'MORNING' };
const path = '/delivery-slot/TV-00000001';

async function startFreight(script: Script = () => ({ body: amended })) {
  const server = await startWith([freight], script);
  const call = (headers: Record<string, string> = {}, at = path, input: object = body, method = 'AMEND') =>
    server.ask('POST', `/agents/${server.ids[0]}/agis${at}`, {
      body: input,
      headers: { 'x-agis-method': method, ...headers },
    });
  return { ...server, call };
}

describe('a level 2 document with an upstream', () => {
  it('[AGIS-CONF-02] routes, validates and calls without further code', async () => {
    const { call, sent } = await startFreight();
    expect((await call()).status).toBe(200);
    expect(sent[0]).toMatchObject({ url: `https://lorries.example/api${path}`, headers: { 'x-agis-method': 'AMEND' } });
    const wrong = await call({}, path, { window: 'NIGHT' });
    expect(wrong.status).toBe(400);
    expect(sent).toHaveLength(1);
  });

  it('[AGIS-SEM-28] asks for a confirmation when the caller is less confident than the endpoint requires', async () => {
    const { call, sent } = await startFreight();
    const unsure = { 'x-agis-confidence': '0.6' };
    const refused = await call(unsure);
    expect(refused.status).toBe(428);
    expect(await refused.json()).toMatchObject({
      code: 'CONFIRMATION_REQUIRED',
      detail: expect.stringContaining('confidence is lower'),
    });
    expect(sent).toEqual([]);
    const preview = await call({ ...unsure, 'x-dry-run': 'true' });
    const { confirmation } = (await preview.json()) as { confirmation: { token: string } };
    expect((await call({ ...unsure, 'x-confirm': confirmation.token })).status).toBe(200);
    expect((await call({ 'x-agis-confidence': '0.75' })).status).toBe(200);
    expect((await call({ 'x-agis-confidence': 'very' })).status).toBe(400);
    expect((await call({ 'x-agis-confidence': '1.5' })).status).toBe(400);
  });

  it.each([
    ['says so', { status: 'ACCEPTED', consignment_id: 'TV-00000009' }, 'verified'],
    ['says something else', { status: 'STOPPED', consignment_id: 'TV-00000009' }, 'contradicted'],
  ])('[AGIS-SEM-23] verifies the declared change of state when the service %s', async (_, answer, verdict) => {
    const { call } = await startFreight(() => ({ body: answer }));
    const quote = { quote_id: 'Q1' };
    const preview = await call({ 'x-dry-run': 'true' }, '/consignment', quote, 'DISPATCH');
    const { confirmation } = (await preview.json()) as { confirmation: { token: string } };
    const done = await call({ 'x-confirm': confirmation.token }, '/consignment', quote, 'DISPATCH');
    expect(done.status).toBe(200);
    expect(done.headers.get('x-dragoman-outcome')).toBe(verdict);
    const findings = done.headers.get('x-dragoman-findings') ?? '';
    expect(findings.includes('outcome-contradicted')).toBe(verdict === 'contradicted');
  });

  it('calls a verification operation, where the document names one', async () => {
    const endpoints = (freight.endpoints as Record<string, unknown>[]).map((each) =>
      each.method === 'CANCEL'
        ? { ...each, x_observe: { operation: 'track_consignment', input: { consignment_id: '/consignment_id' } } }
        : each,
    );
    const seen: string[] = [];
    const script: Script = ({ headers }) => {
      const method = headers['x-agis-method'] ?? '';
      seen.push(method);
      return { body: { consignment_id: 'TV-00000001', status: method === 'CANCEL' ? 'STOPPED' : 'ACCEPTED' } };
    };
    const { ask, ids } = await startWith([{ ...freight, endpoints: endpoints as never }], script);
    const place = `/agents/${ids[0]}/agis/collection/TV-00000001`;
    const headers = { 'x-agis-method': 'CANCEL' };
    const preview = await ask('POST', place, { body: {}, headers: { ...headers, 'x-dry-run': 'true' } });
    const { confirmation } = (await preview.json()) as { confirmation: { token: string } };
    const done = await ask('POST', place, { body: {}, headers: { ...headers, 'x-confirm': confirmation.token } });
    expect(seen).toEqual(['CANCEL', 'TRACK']);
    expect(done.headers.get('x-dragoman-outcome')).toBe('contradicted');
  });

  it('fails a call whose outcome is contradicted where the operator configures that', async () => {
    const answer = {
      status: 200,
      headers: {},
      mediaType: 'application/json',
      attempts: 1,
      origin: 'https://x.example',
    };
    const send = async () => ({
      ...answer,
      body: new Blob([JSON.stringify({ message_id: 'm', status: 'FAILED' })]).stream(),
    });
    const test = await startTestServer({
      flags: { 'auth.mode': 'optional', 'gateway.outputMismatch': 'fail' },
      overrides: { upstream: { send, close: async () => {} } },
    });
    const key = await test.keyFor('ada', 'registry:write', 'agents:invoke');
    const output = {
      type: 'object',
      properties: { message_id: { type: 'string' }, status: { type: 'string' } },
      required: [],
    };
    const endpoints = (freight.endpoints as Record<string, unknown>[]).map((each) =>
      each.method === 'NOTIFY'
        ? { ...each, output, semantic: { ...(each.semantic as object), impact_tier: 'reversible' } }
        : each,
    );
    const document = { ...freight, endpoints };
    const imported = await test.ask('POST', '/imports', { key, body: { items: [{ document }] } });
    const { results } = (await imported.json()) as { results: { id: string }[] };
    const input = { consignment_id: 'TV-00000001', channel: 'SMS' };
    const headers = { 'x-agis-method': 'NOTIFY' };
    const failed = await test.ask('POST', `/agents/${results[0]?.id}/agis/consignee`, { key, body: input, headers });
    expect(failed.status).toBe(502);
    expect(await failed.json()).toMatchObject({ code: 'OUTPUT_INVALID', field_errors: [{ field: 'message.status' }] });
    await test.server.close();
  });
});
