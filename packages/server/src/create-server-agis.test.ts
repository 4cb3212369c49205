/**
 * The AGIS protocol over the whole server: documents, summaries, the grammar check, and calls over the HTTP binding.
 */

import { createAgisValidator, parseAgis } from '@dragoman/agis';
import { convertDescription } from '@dragoman/core/conversion';
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { agisDocument, agisText, startWith } from './agis.support.js';
import { startTestServer } from './server.support.js';
import { agent, start } from './tools.support.js';

const validator = createAgisValidator();
const freight = agisDocument('tarn-freight');
const lending = agisDocument('rivermouth-lending');
const consignment = { consignment_id: 'TV-00000001', status: 'IN_TRANSIT' };
const answering = () => ({ body: consignment });

const petstore: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1.0.0' },
  servers: [{ url: 'https://pets.example/v1' }],
  paths: {
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        summary: 'Get a pet by its number',
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          '200': {
            description: 'The pet',
            content: { 'application/json': { schema: { type: 'object', properties: { name: { type: 'string' } } } } },
          },
        },
      },
    },
  },
};

const method = (name: string, more: Record<string, string> = {}) => ({ headers: { 'x-agis-method': name, ...more } });

describe('documents over HTTP', () => {
  it('shows browsers a page instead of a download, and programs the document', async () => {
    const server = await startTestServer({ flags: { 'console.enabled': false } });
    const get = (accept: string, path = '/') => server.ask('GET', path, { headers: { accept } });
    const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
    const page = await get(browser);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    for (const [, target = ''] of (await page.text()).matchAll(/href="([^"]+)"/g)) {
      expect((await get(browser, target)).status, target).toBe(200);
    }
    for (const accept of ['*/*', 'application/agis', 'application/json', 'text/html;q=0.5, application/json']) {
      expect((await get(accept)).headers.get('content-type'), accept).toMatch(/^application\/(?:agis|json)/);
    }
  });

  it('[AGIS-DOC-17] [AGIS-DISC-01] [AGIS-SER-02] [AGIS-IANA-01] [AGIS-SER-07] serves a conforming document of its own address at its root', async () => {
    const server = await start();
    const answer = await server.ask('GET', '/', { headers: { accept: 'application/agis' } });
    expect(answer.headers.get('content-type')).toBe('application/agis; version=1.0');
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const { value } = parseAgis(bytes);
    expect(value?.syntax).toBe('json');
    const report = validator.validate(value ?? expect.fail('not parsed'));
    expect(report.findings.filter(({ severity }) => severity !== 'info')).toEqual([]);
    expect(report.passes.every(({ status }) => status === 'clean' || status === 'findings')).toBe(true);
    expect(value?.document).toMatchObject({ agtp: 'agtp://127.0.0.1:4780' });
    expect(parseAgis(new Uint8Array([...bytes.subarray(0, 20), 0xff, 0x22])).value).toBeUndefined();
  });

  it('[AGIS-WK-01] [AGIS-WK-06] [AGIS-WK-17] [AGIS-MCP-08] offers a summary whose addresses lead to the document and to the same tools as the converter', async () => {
    const { ask, ids } = await startWith([freight]);
    for (const path of ['/.well-known/agis.json', `/agents/${ids[0]}/.well-known/agis.json`]) {
      const answer = await ask('GET', path);
      expect(answer.headers.get('content-type')).toBe('application/json');
      const summary = (await answer.json()) as Record<string, string>;
      const { value } = parseAgis(new Uint8Array(await (await ask('GET', summary.agis_document ?? '')).arrayBuffer()));
      expect(validator.validate(value ?? expect.fail('not parsed')).conforms).toBe(true);
      expect(value?.document).toMatchObject({ agtp: summary.agtp, service: summary.service });
      if (summary.mcp_tools_list === undefined) continue;
      const context = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] };
      const { document } = convertDescription(freight, { to: 'mcp', context });
      expect(await (await ask('GET', summary.mcp_tools_list)).json()).toEqual(document);
    }
  });

  it('responds in YAML on request, as either type', async () => {
    const { ask, ids } = await startWith([lending]);
    for (const [path, accept, type] of [
      ['?syntax=yaml', 'application/agis', 'application/agis; version=1.0'],
      ['', 'application/yaml', 'application/yaml'],
    ] as const) {
      const answer = await ask('GET', `/agents/${ids[0]}/agis${path}`, { headers: { accept } });
      expect(answer.headers.get('content-type')).toBe(type);
      const { value } = parseAgis(new Uint8Array(await answer.arrayBuffer()));
      expect(value).toMatchObject({ syntax: 'yaml', document: { service: 'Rivermouth Library Lending' } });
    }
    expect((await ask('GET', `/agents/${ids[0]}/agis?syntax=xml`)).status).toBe(400);
    expect((await ask('GET', `/agents/${ids[0]}/agis`, { headers: { accept: 'image/png' } })).status).toBe(406);
    expect((await ask('GET', '/agents/nobody/agis')).status).toBe(404);
  });

  it('shows a service of any origin as a conforming document', async () => {
    const { ask, register } = await start();
    await register(agent('linden'));
    const answer = await ask('GET', '/agents/linden/agis');
    const { value } = parseAgis(new Uint8Array(await answer.arrayBuffer()));
    expect(validator.validate(value ?? expect.fail('not parsed')).conforms).toBe(true);
    expect(value?.document).toMatchObject({
      agtp: 'agtp://127.0.0.1:4780/agents/linden',
      x_http_base: 'http://127.0.0.1:4780/agents/linden/agis',
      endpoints: [{ method: 'ORDER', path: '/refill', semantic: { mcp_tool_name: 'order_refill' } }],
    });
  });
});

describe('the view of an anonymous caller', () => {
  const telling = {
    available_data: [
      {
        class: 'patient-record',
        description: 'Holds 4,218 patients',
        formats: ['json'],
        sensitivity: 'high',
        requires_authorization: true,
      },
      {
        class: 'ward-plan',
        description: 'Beds by ward',
        formats: ['json'],
        sensitivity: 'low',
        x_schema: { ssn_last4: 'text' },
      },
    ],
    pre_auth_discovery: true,
  };

  it('[AGIS-MAN-07] [AGIS-WK-18] [AGIS-SEC-14] includes document, manifest and summary without a credential where the owner opened them', async () => {
    const { ask, ids } = await startWith([freight]);
    const answer = await ask('GET', `/agents/${ids[0]}/agis`, { key: undefined });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data_manifest: freight.data_manifest as JsonObject });
    const summary = await ask('GET', `/agents/${ids[0]}/.well-known/agis.json`, { key: undefined });
    expect(await summary.json()).toMatchObject({ data_classes: ['depot-location', 'delivery-history'] });
  });

  it('[AGIS-MAN-08] [AGIS-MAN-09] includes counts, fields and further members of classes only after authentication', async () => {
    const { ask, ids } = await startWith([agisDocument('tarn-freight', { data_manifest: telling })]);
    const path = `/agents/${ids[0]}/agis`;
    const shown = (await (await ask('GET', path, { key: undefined })).json()) as typeof freight;
    expect(shown.data_manifest).toEqual({
      available_data: [
        { class: 'patient-record', formats: ['json'], sensitivity: 'high', requires_authorization: true },
        { class: 'ward-plan', description: 'Beds by ward', formats: ['json'], sensitivity: 'low' },
      ],
      pre_auth_discovery: true,
    });
    const known = (await (await ask('GET', path)).json()) as typeof freight;
    expect(known.data_manifest).toEqual(telling);
  });

  it('includes no manifest, and no promise to negotiate, where the owner did not open it', async () => {
    const closed = { ...(freight.data_manifest as JsonObject), pre_auth_discovery: false };
    const { ask, ids } = await startWith([agisDocument('tarn-freight', { data_manifest: closed })]);
    const answer = await ask('GET', `/agents/${ids[0]}/agis`, { key: undefined });
    const document = (await answer.json()) as JsonObject;
    expect(document).not.toHaveProperty('data_manifest');
    expect(document).toMatchObject({ vocabulary: { negotiable: false }, x_withheld: ['data_manifest'] });
    const { value } = parseAgis(new TextEncoder().encode(JSON.stringify(document)));
    expect(validator.validate(value ?? expect.fail('not parsed')).conforms).toBe(true);
    const summary = await ask('GET', `/agents/${ids[0]}/.well-known/agis.json`, { key: undefined });
    expect(await summary.json()).not.toHaveProperty('data_classes');
  });
});

describe('the grammar check of requests', () => {
  it('[AGIS-GRAM-01] [AGIS-GRAM-03] forwards verbs that follow the grammar, known to a registry or not', async () => {
    const triage = agisDocument('rivermouth-lending');
    const endpoints = (triage.endpoints as JsonObject[]).map((each, at) =>
      at === 1
        ? {
            ...each,
            method: 'ADMIT',
            path: '/reader',
            semantic: { ...(each.semantic as JsonObject), intent: 'Admits a reader to the library' },
          }
        : each,
    );
    const vocabulary = { ...(triage.vocabulary as JsonObject), declared_verbs: ['FIND', 'ADMIT', 'RENEW'] };
    const { ask, ids, sent } = await startWith([{ ...triage, endpoints, vocabulary }], () => ({
      body: { loan_id: '1', copy_id: '2', due_date: '2026-01-01', status: 'ACTIVE' },
    }));
    const body = { title_id: 'T1', reader_card: 'R000001' };
    const grammar = { 'method-grammar': 'AGIS/1.0' };
    const admitted = await ask('POST', `/agents/${ids[0]}/agis/reader`, { body, ...method('ADMIT', grammar) });
    expect(admitted.status).toBe(200);
    const bare = await ask('ADMIT', `/agents/${ids[0]}/agis/reader`, { body, headers: grammar });
    expect(bare.status).toBe(200);
    expect(sent.map(({ headers }) => headers['x-agis-method'])).toEqual(['ADMIT', 'ADMIT']);
    const withoutHeader = await ask('ADMIT', `/agents/${ids[0]}/agis/reader`, { body });
    expect(withoutHeader.status).toBe(405);
  });

  it.each([
    ['BOOKING', 2, 'AGIS-METH-02'],
    ['GET', 3, 'AGIS-PROH-01'],
    ['BOOK_TABLE', 2, 'AGIS-METH-03'],
    ['AVAILABLE', 3, 'AGIS-CLASS-02'],
  ])(
    '[AGIS-GRAM-02] [AGIS-GRAM-04] [AGIS-HTTP-05] [AGIS-SEC-05] responds to %s with 454 and the reason, and sends nothing',
    async (verb, pass, rule) => {
      const { ask, ids, sent } = await startWith([freight], answering);
      for (const headers of [{ 'x-agis-method': verb }, { 'x-agis-method': verb, 'method-grammar': 'AGIS/1.0' }]) {
        const answer = await ask('POST', `/agents/${ids[0]}/agis/shipment`, { body: {}, headers });
        expect(answer.status).toBe(454);
        expect(await answer.json()).toMatchObject({
          status: 454,
          code: 'GRAMMAR_VIOLATION',
          method: verb,
          pass,
          rule,
          detail: expect.any(String),
          fix: expect.stringMatching(/\w/),
        });
      }
      const named = await ask('POST', '/agents', { body: {}, headers: { 'x-agis-method': verb } });
      expect(named.status).toBe(454);
      expect(sent).toEqual([]);
    },
  );

  it('[AGIS-GRAM-05] checks the method only: a bad path with a good method is not a 454', async () => {
    const { ask, ids } = await startWith([freight], answering);
    const answer = await ask('POST', `/agents/${ids[0]}/agis/get-Things/x`, { body: {}, ...method('TRACK') });
    expect(answer.status).toBe(404);
  });

  it.each(['AGIS/2.0', 'FOO/1.0'])(
    '[AGIS-GRAM-06] responds to the grammar %s with 400 and the supported one',
    async (value) => {
      const { ask, ids } = await startWith([freight], answering);
      for (const name of ['x-agis-grammar', 'method-grammar']) {
        const answer = await ask('POST', `/agents/${ids[0]}/agis/shipment`, {
          body: {},
          ...method('QUOTE', { [name]: value }),
        });
        expect(answer.status).toBe(400);
        expect(JSON.stringify(await answer.json())).toContain('AGIS/1.0');
      }
    },
  );

  it('responds with the status that the operator chose', async () => {
    const test = await startTestServer({ flags: { 'agis.grammarStatus': 422 } });
    const answer = await test.ask('GET', '/healthz', method('FETCHING'));
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({ status: 422, code: 'GRAMMAR_VIOLATION' });
    await test.server.close();
  });
});

describe('calls over the HTTP binding', () => {
  it('[AGIS-HTTP-01] [AGIS-HTTP-02] [AGIS-METH-06] routes by the header, case-insensitively, whatever POST means elsewhere', async () => {
    const { ask, ids, sent } = await startWith([freight], answering);
    const input = { pallets: 2, collect_postcode: 'A1', deliver_postcode: 'B2' };
    const answer = await ask('POST', `/agents/${ids[0]}/agis/shipment`, {
      body: input,
      ...method('Quote', { 'x-agis-grammar': 'AGIS/1.0', 'x-agis-namespace': 'tarn-freight' }),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('x-dragoman-trust')).toBe('untrusted');
    expect(sent).toMatchObject([
      {
        url: 'https://freight.tarnvalley.example/shipment',
        method: 'POST',
        body: input,
        headers: { 'x-agis-method': 'QUOTE', 'x-agis-grammar': 'AGIS/1.0', 'x-agis-namespace': 'tarn-freight' },
      },
    ]);
  });

  it('fills paths, accepts GET for read-only verbs, and converts texts to the types of the schema', async () => {
    const { ask, ids, sent } = await startWith([freight], answering);
    const tracked = await ask('GET', `/agents/${ids[0]}/agis/consignment/TV-00000001`, method('TRACK'));
    expect(await tracked.json()).toEqual(consignment);
    const query = 'pallets=3&collect_postcode=A1&deliver_postcode=B2';
    expect((await ask('GET', `/agents/${ids[0]}/agis/shipment?${query}`, method('QUOTE'))).status).toBe(200);
    expect(sent.map(({ url, body }) => [url, body])).toEqual([
      ['https://freight.tarnvalley.example/consignment/TV-00000001', { consignment_id: 'TV-00000001' }],
      ['https://freight.tarnvalley.example/shipment', { pallets: 3, collect_postcode: 'A1', deliver_postcode: 'B2' }],
    ]);
    const clash = await ask('POST', `/agents/${ids[0]}/agis/consignment/TV-00000001`, {
      body: { consignment_id: 'TV-00000002' },
      ...method('TRACK'),
    });
    expect(clash.status).toBe(400);
  });

  it('[AGIS-HTTP-03] rejects GET for a verb with effects, and never lets a response be cached', async () => {
    const { ask, ids, sent } = await startWith([freight], answering);
    const refused = await ask('GET', `/agents/${ids[0]}/agis/consignment?quote_id=1`, method('DISPATCH'));
    expect(refused.status).toBe(405);
    expect(refused.headers.get('allow')).toBe('POST');
    expect(sent).toEqual([]);
    const posted = await ask('POST', `/agents/${ids[0]}/agis/consignment/TV-00000001`, method('TRACK'));
    expect(posted.headers.get('cache-control')).toBe('no-store');
  });

  it('lists the verbs of a path, and reports an unknown path', async () => {
    const { ask, ids } = await startWith([freight], answering);
    const other = await ask('POST', `/agents/${ids[0]}/agis/shipment`, { body: {}, ...method('CANCEL') });
    expect(other.status).toBe(405);
    expect(await other.json()).toMatchObject({ methods: ['QUOTE'] });
    expect((await ask('POST', `/agents/${ids[0]}/agis/nothing`, { body: {}, ...method('QUOTE') })).status).toBe(404);
    const silent = await ask('POST', `/agents/${ids[0]}/agis/shipment`, { body: {} });
    expect(silent.status).toBe(400);
    expect(JSON.stringify(await silent.json())).toContain('X-AGIS-Method');
  });

  it('requires a confirmation for irreversible operations', async () => {
    const { ask, ids, sent } = await startWith([freight], answering);
    const path = `/agents/${ids[0]}/agis/consignment`;
    const body = { quote_id: 'Q1' };
    expect((await ask('POST', path, { body, ...method('DISPATCH') })).status).toBe(428);
    const preview = await ask('POST', path, { body, ...method('DISPATCH', { 'x-dry-run': 'true' }) });
    const { confirmation } = (await preview.json()) as { confirmation: { token: string } };
    const done = await ask('POST', path, { body, ...method('DISPATCH', { 'x-confirm': confirmation.token }) });
    expect(done.status).toBe(200);
    expect(sent).toHaveLength(1);
  });

  it('[AGIS-HTTP-04] routes by namespace between services with one verb, and guesses nothing', async () => {
    const workflow = agisDocument('tarn-freight', {
      service: 'Bench Workflow',
      agtp: 'agtp://bench.example',
      vocabulary: { ...(freight.vocabulary as JsonObject), namespace: 'workflow' },
    });
    const { ask, ids, sent } = await startWith([freight, workflow], answering);
    const path = '/agis/consignment/TV-00000001';
    expect((await ask('POST', path, method('TRACK', { 'x-agis-namespace': 'workflow' }))).status).toBe(200);
    expect(sent[0]?.url).toBe('https://bench.example/consignment/TV-00000001');
    const either = await ask('POST', path, method('TRACK'));
    expect(either.status).toBe(409);
    expect(JSON.stringify(await either.json())).toMatch(/tarn-freight.*workflow|workflow.*tarn-freight/);
    expect((await ask('POST', path, method('TRACK', { 'x-agis-namespace': 'nobody' }))).status).toBe(404);
    const wrong = await ask('POST', `/agents/${ids[0]}${path}`, method('TRACK', { 'x-agis-namespace': 'workflow' }));
    expect(wrong.status).toBe(404);
    expect(sent).toHaveLength(1);
  });

  it('[AGIS-HTTP-07] leaves requests without the header unchanged', async () => {
    const { ask, register } = await start();
    await register(agent('linden'));
    expect((await ask('GET', '/agents/linden')).status).toBe(200);
    expect((await ask('POST', '/agents/search', { body: { query: 'refill' } })).status).toBe(200);
  });

  it('[AGIS-NEG-06] rejects every proposal to a service that does not negotiate, and says why', async () => {
    const { ask, ids } = await startWith([lending, freight]);
    const proposal = { method: 'RETRIEVE', path: '/loan/{loan_id}' };
    const body = { data_class: 'loan-history', session_id: 'session-one', proposal };
    const answer = await ask('POST', `/agents/${ids[0]}/agis`, { body, ...method('PROPOSE') });
    expect(answer.status).toBe(460);
    expect(await answer.json()).toMatchObject({
      code: 'PROPOSAL_REJECTED',
      detail: expect.stringContaining('negotiable is false'),
    });
    expect((await ask('POST', `/agents/${ids[1]}/agis`, { body, ...method('PROPOSE') })).status).toBe(460);
    expect((await ask('POST', `/agents/${ids[0]}/agis`, { body, ...method('FIND') })).status).toBe(405);
  });

  it('calls a service of another origin by the verb and path that were generated for it', async () => {
    const { ask, register, sent } = await start(() => ({ body: { rx: 'RX-1', days: 3, delivery: 'pickup' } }));
    await register(agent('linden'));
    const body = { rx: 'RX-1', delivery: 'pickup' };
    const answer = await ask('POST', '/agents/linden/agis/refill', { body, ...method('ORDER') });
    expect(await answer.json()).toEqual({ rx: 'RX-1', days: 3, delivery: 'pickup' });
    expect(sent).toMatchObject([{ url: 'https://linden.example/call', body }]);
  });

  it('calls a service that was registered as OpenAPI, whose path parameters get their own names back', async () => {
    const { ask, ids, sent } = await startWith([petstore], () => ({ body: { name: 'Rex' } }));
    const document = (await (await ask('GET', `/agents/${ids[0]}/agis`)).json()) as { endpoints: JsonObject[] };
    expect(document.endpoints.map((each) => `${each.method} ${each.path}`)).toEqual(['RETRIEVE /pets/{pet_id}']);
    const read = await ask('GET', `/agents/${ids[0]}/agis/pets/7`, method('RETRIEVE'));
    expect(await read.json()).toEqual({ name: 'Rex' });
    const posted = await ask('POST', `/agents/${ids[0]}/agis/pets/8`, { body: { pet_id: 8 }, ...method('RETRIEVE') });
    expect(posted.status).toBe(200);
    expect(sent.map(({ url, method: by }) => `${by} ${url}`)).toEqual([
      'GET https://pets.example/v1/pets/7',
      'GET https://pets.example/v1/pets/8',
    ]);
  });

  it.each([
    ['a method without end', 'A'.repeat(5000), 454],
    ['no method at all', ' ', 454],
    ['a method with a break', 'QUOTE%0d%0aX: y', 454],
    ['a method in another script', 'R\u00c9SERVER', 454],
  ])('rejects %s', async (_, verb, status) => {
    const { ask, ids, sent } = await startWith([freight], answering);
    const answer = await ask('POST', `/agents/${ids[0]}/agis/shipment`, { body: {}, ...method(verb) });
    expect(answer.status).toBe(status);
    expect((await answer.text()).length).toBeLessThan(2000);
    expect(sent).toEqual([]);
  });

  it.each([[[1, 2]], ['text'], [null], [{ pallets: 'many' }], [{ pallets: 1, more: 1 }]])(
    'rejects the input %j with its problems',
    async (body) => {
      const { ask, ids, sent } = await startWith([freight], answering);
      const answer = await ask('POST', `/agents/${ids[0]}/agis/shipment`, {
        body: JSON.stringify(body),
        headers: { 'x-agis-method': 'QUOTE', 'content-type': 'application/json' },
      });
      expect(answer.status).toBe(400);
      expect(await answer.json()).toHaveProperty('field_errors');
      expect(sent).toEqual([]);
    },
  );

  it('finds services through the registry’s own verbs', async () => {
    const { ask, ids } = await startWith([freight]);
    const found = await ask('GET', '/agis/agent?task=pallet%20freight', method('FIND'));
    expect(await found.json()).toMatchObject({ agents: [{ agent_id: ids[0], name: 'Tarn Valley Road Freight' }] });
    const described = await ask('POST', `/agis/agent/${ids[0]}`, method('DESCRIBE'));
    expect(await described.json()).toMatchObject({ agis_document: `http://127.0.0.1:4780/agents/${ids[0]}/agis` });
    expect((await ask('GET', '/agis/agent?limit=0', method('FIND'))).status).toBe(400);
  });
});

describe('registration', () => {
  it('accepts application/agis in every syntax, and rejects nonconforming documents with all findings', async () => {
    const { ask } = await start();
    const headers = { 'content-type': 'application/agis' };
    const taken = await ask('POST', '/imports', { body: agisText('tarn-freight'), headers });
    expect(await taken.json()).toMatchObject({ summary: { created: 1 } });
    const unreadable = await ask('POST', '/imports', { body: 'agis: [', headers });
    expect(unreadable.status).toBe(400);
    expect(await unreadable.json()).toMatchObject({ field_errors: [{ detail: expect.stringMatching(/line 1/) }] });
    const tagged = await ask('POST', '/imports', { body: 'vocabulary: {domain: !x y}', headers });
    expect(await tagged.json()).toMatchObject({
      field_errors: [{ field: 'vocabulary.domain', detail: expect.stringMatching(/\(line 1, column \d+\)\. [A-Z]/) }],
    });
    const broken = agisText('rivermouth-lending')
      .replace('method: BORROW', 'method: BORROWING')
      .replace('actor: agent', 'actor: bot');
    const refused = await ask('POST', '/imports', { body: broken, headers });
    expect(refused.status).toBe(207);
    const { results } = (await refused.json()) as { results: { error: { field_errors: { detail: string }[] } }[] };
    const details = results[0]?.error.field_errors.map(({ detail }) => detail) ?? [];
    expect(details.some((detail) => detail.includes('BORROWING') && /line \d+, column \d+/.test(detail))).toBe(true);
    expect(details.some((detail) => detail.includes('bot'))).toBe(true);
  });
});

describe('converted descriptions', () => {
  const at = { at: '2026-01-01T00:00:00Z', strict: false, ownOrigins: [] };

  it('sends the request of the OpenAPI document after a conversion to AGIS', async () => {
    const { document } = convertDescription(petstore, { to: 'agis', context: at, validator });
    const { ask, ids, sent } = await startWith([document ?? expect.fail('not converted')], () => ({
      body: { name: 'Rex' },
    }));
    const answer = await ask('POST', `/agents/${ids[0]}/invoke/get_pet`, { body: { pet_id: 7 } });
    expect(answer.status, await answer.clone().text()).toBe(200);
    expect(sent).toMatchObject([{ method: 'GET', url: 'https://pets.example/v1/pets/7' }]);
  });

  it('sends the request of the AGIS document after a conversion to OpenAPI', async () => {
    const { document } = convertDescription(freight, { to: 'openapi', context: at });
    const { ask, ids, sent } = await startWith([document ?? expect.fail('not converted')], answering);
    const body = { consignment_id: 'TV-00000001' };
    const answer = await ask('POST', `/agents/${ids[0]}/invoke/track_consignment`, { body });
    expect(answer.status, await answer.clone().text()).toBe(200);
    const [request] = sent;
    expect(request?.headers).toMatchObject({ 'x-agis-method': 'TRACK', 'x-agis-namespace': 'tarn-freight' });
    expect(new URL(request?.url ?? '').pathname).toMatch(/^\/consignment/);
  });
});
