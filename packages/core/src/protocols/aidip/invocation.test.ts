/** Calls through the gateway as AIDIP defines them: requests, what the agent receives, responses. */
import { describe, expect, it } from 'vitest';
import { anonymous } from '../../access/caller.js';
import { json, reply } from '../../gateway/gateway.support.js';
import { caller, createCallFace, desk, echo, oneOperation, other, texts, ward } from './call-face.support.js';
import { agent } from './face.support.js';

describe('invocation', () => {
  it('[AIDIP-INV-01] accepts only POST', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    for (const path of ['/agents/a/invoke', '/agents/a/invoke/run']) {
      expect((await face.send('POST', path, { as: caller, body: { text: 'x' } })).status).toBe(200);
      for (const method of ['GET', 'PUT', 'DELETE']) {
        const refused = await face.send(method, path, { as: caller });
        expect([method, refused.status, refused.headers.get('allow')]).toEqual([method, 405, 'POST']);
      }
    }
    expect(face.sent).toHaveLength(2);
  });

  it('[AIDIP-INV-03] accepts JSON in any spelling of its type, sends JSON on, and rejects everything else', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const post = (type: string) => face.invoke('a/invoke', '{"text":"x"}', { headers: { 'Content-Type': type } });
    expect((await post('application/json; charset=utf-8')).status).toBe(200);
    expect(face.sent[0]?.headers['content-type']).toBe('application/json');
    const refused = await post('text/plain');
    expect([refused.status, refused.object.error]).toMatchObject([415, { code: 'UnsupportedMediaType' }]);
    expect(face.sent).toHaveLength(1);
  });

  it('[AIDIP-INV-06] accepts plain inputs, and a wrapper only if the schema has one', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('flat', texts('text')));
    const wrapped = { type: 'object', properties: { inputs: texts('text') }, required: ['inputs'] };
    await face.register(oneOperation('wrapped', wrapped));
    expect((await face.invoke('flat/invoke', { text: 'x' })).body).toEqual({ text: 'x' });
    const refused = await face.invoke('flat/invoke', { inputs: { text: 'x' } });
    expect([refused.status, refused.object.error]).toMatchObject([400, { code: 'InvalidInput' }]);
    expect((await face.invoke('wrapped/invoke', { inputs: { text: 'x' } })).status).toBe(200);
  });

  it('[AIDIP-INV-07] [AIDIP-OPS-05] selects operations by name, and names them when it cannot', async () => {
    const face = await createCallFace();
    await face.register(desk);
    await face.register(ward);
    const quoted = await face.invoke('desk/invoke', { operation: 'quoteRate', port: 'Porto' });
    expect(quoted.body).toEqual({ operation: 'quoteRate', port: 'Porto' });
    const tracked = await face.invoke('desk/invoke', { operation: 'trackContainer', booking: 'b' });
    expect(tracked.body).toEqual({ operation: 'trackContainer', booking: 'b' });
    for (const body of [{ port: 'Porto' }, { operation: 'sink', port: 'Porto' }]) {
      const refused = await face.invoke('desk/invoke', body);
      expect(refused.status).toBe(400);
      expect(refused.object.error).toMatchObject({ details: [{ field: 'operation' }] });
      for (const name of ['quoteRate', 'trackContainer']) expect(refused.text).toContain(name);
    }
    // Operations with their own URL get no such member.
    expect((await face.invoke('ward/invoke/admit', { name: 'n' })).body).toEqual({ name: 'n' });
    expect(face.sent.map(({ url }) => url)).toEqual([
      'https://desk.example/desk',
      'https://desk.example/desk',
      'https://ward.example/admit',
    ]);
  });

  it('takes the operation from the path, with the body unchanged', async () => {
    const face = await createCallFace();
    await face.register(desk);
    const own = { type: 'object', properties: { operation: { type: 'string' } }, required: ['operation'] };
    const operations = ['cut', 'sew'].map((name) => ({
      name,
      description: 'Works.',
      inputs: own,
      outputs: { type: 'object' },
    }));
    await face.register(agent('tailor', { operations }));
    expect((await face.invoke('desk/invoke/quoteRate', { port: 'Porto' })).body).toEqual({
      operation: 'quoteRate',
      port: 'Porto',
    });
    expect((await face.invoke('tailor/invoke/cut', { operation: 'appendectomy' })).body).toEqual({
      operation: 'appendectomy',
    });
    expect((await face.invoke('desk/invoke/sink', {})).status).toBe(400);
    const wrongKind = await face.invoke('desk/invoke', { operation: 7 });
    expect([wrongKind.status, wrongKind.object.field_errors]).toMatchObject([400, [{ field: 'operation' }]]);
  });

  it('rejects a wrong name of a single operation, and accepts its name or none', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    expect((await face.invoke('a/invoke', { operation: 'run', text: 'x' })).body).toEqual({ text: 'x' });
    expect((await face.invoke('a/invoke', { text: 'x' })).body).toEqual({ text: 'x' });
    expect((await face.invoke('a/invoke', { operation: 'walk', text: 'x' })).status).toBe(400);
  });

  it('[AIDIP-INV-08] uses only the field names of the agent’s schema', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('one', texts('text')));
    await face.register(oneOperation('two', texts('body_text')));
    expect((await face.invoke('one/invoke', { text: 'x' })).body).toEqual({ text: 'x' });
    expect((await face.invoke('two/invoke', { body_text: 'x' })).body).toEqual({ body_text: 'x' });
    expect((await face.invoke('two/invoke', { text: 'x' })).status).toBe(400);
  });

  it('[AIDIP-INV-11] passes the correlation id on, and ignores other headers', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const headers = { 'X-Request-ID': 'r-501', 'X-Nobody-Knows': 'this', 'X-Trace': '\t' };
    const answer = await face.invoke('a/invoke', { text: 'x' }, { headers });
    expect([answer.status, answer.headers.get('x-request-id')]).toEqual([200, 'r-501']);
    expect(face.sent[0]?.headers).toMatchObject({ 'x-request-id': 'r-501' });
    expect(face.sent[0]?.headers).not.toHaveProperty('x-nobody-knows');
    const refused = await face.invoke('a/invoke', {}, { headers });
    expect([refused.status, refused.headers.get('x-request-id')]).toEqual([400, 'r-501']);
  });

  it('[AIDIP-INV-12] [AIDIP-INV-13] returns what the agent returned: its status, its bytes, no wrapper', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const text = '{ "made" : 1.50,\n"id":"x" }';
    face.serve('https://a.example/call?tenant=7', () => reply(text, 'application/json', 201, { location: '/x' }));
    const made = await face.invoke('a/invoke', { text: 'x' });
    expect([made.status, made.text]).toEqual([201, text]);
    expect(made.headers.get('location')).toBe('https://a.example/x');
    expect(made.headers.get('content-type')).toBe('application/json');
    expect(made.headers.get('x-dragoman-origin')).toBe('/agents/a');
    expect(made.headers.get('x-dragoman-trust')).toBe('untrusted');
    face.serve('https://a.example/call?tenant=7', echo);
    expect((await face.invoke('a/invoke', { text: 'x' })).status).toBe(200);
  });

  it(
    '[AIDIP-INV-14] [AIDIP-INV-15] passes output on that breaks its schema, and reports it; additional ' +
      'members are allowed',
    async () => {
      const outputs = { type: 'object', properties: { wind: { type: 'number' } }, required: ['wind'] };
      const face = await createCallFace();
      await face.register(oneOperation('open', { type: 'object' }, { outputs }));
      await face.register(
        oneOperation('closed', { type: 'object' }, { outputs: { ...outputs, additionalProperties: false } }),
      );
      const extras = await face.invoke('open/invoke', { wind: 3, tokens_used: 12, trace_id: 't' });
      expect([extras.status, extras.headers.has('x-dragoman-warnings')]).toEqual([200, false]);
      for (const [id, body] of [
        ['closed', { wind: 3, tokens_used: 12 }],
        ['open', { wind: 'strong' }],
      ] as const) {
        const broken = await face.invoke(`${id}/invoke`, body);
        expect([id, broken.status, broken.body]).toEqual([id, 200, body]);
        expect(broken.headers.get('x-dragoman-warnings')).toBe('1');
        expect(broken.headers.get('x-dragoman-findings')).toBe('gateway/output-mismatch');
      }
    },
  );

  it('passes an agent’s signature on with the signed bytes, and drops it from a rewritten response', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const signed = { signature: 'sig=:abc:', 'signature-input': 'sig=("content-digest")', 'content-digest': 'x=:y:' };
    face.serve('https://a.example/call?tenant=7', () => reply('{ "a":1 }', 'application/json', 200, signed));
    const send = () => face.invoke('a/invoke', { text: 'x' }, { headers: { 'Idempotency-Key': 'k' } });
    const [first, repeat] = [await send(), await send()];
    expect([first.text, first.headers.get('signature')]).toEqual(['{ "a":1 }', 'sig=:abc:']);
    expect([repeat.text, repeat.headers.get('idempotency-replayed')]).toEqual(['{"a":1}', 'true']);
    for (const name of Object.keys(signed)) expect([name, repeat.headers.has(name)]).toEqual([name, false]);
  });

  it('[AIDIP-INV-16] passes a failure of the agent on as a failure', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', { type: 'object' }));
    const failure = { error: { code: 'AgentError', message: 'The sub-service is down.' } };
    face.serve('https://a.example/call?tenant=7', () => json(failure, 500));
    const failed = await face.invoke('a/invoke', {});
    expect([failed.status, failed.body]).toEqual([500, failure]);
    expect(failed.headers.get('x-dragoman-trust')).toBe('untrusted');
  });

  it('[AIDIP-META-03] finds the agent by the id of its registration, in any encoding', async () => {
    const face = await createCallFace();
    for (const id of [undefined, 'urn:x:y', 'a/b?c#d', '100%', 'frachtführer']) {
      const document = agent(id, { endpoint: 'https://a.example/in' });
      const registered = await face.register(document, caller);
      const segment = encodeURIComponent(String(registered.object.id));
      expect((await face.send('GET', `/agents/${segment}`, { as: caller })).status).toBe(200);
      const replaced = await face.send('PUT', `/agents/${segment}`, { as: caller, body: document });
      expect(replaced.status).toBe(200);
      const called = await face.invoke(`${segment}/invoke`, { id: 1 });
      expect([id, called.status, called.body]).toEqual([id, 200, { id: 1 }]);
      expect(called.headers.get('x-dragoman-origin')).toBe(`/agents/${segment}`);
    }
  });

  it('[AIDIP-OPS-06] [AIDIP-OPS-07] [AIDIP-OPS-12] calls generic, implied and older operations alike', async () => {
    const face = await createCallFace();
    const free = { type: 'object', properties: { prompt: { type: 'string' } } };
    const operations = [{ name: 'generate', description: 'Writes.', inputs: free, outputs: { type: 'object' } }];
    await face.register(agent('generic', { operations }));
    const { operations: _, ...bare } = agent('implied');
    await face.register({ ...bare, inputs: texts('text'), outputs: { type: 'object' } });
    await face.register({ ...bare, id: 'older', input_schema: texts('text'), output_schema: { type: 'object' } });
    expect((await face.invoke('generic/invoke', { prompt: 'a poem' })).status).toBe(200);
    expect((await face.invoke('generic/invoke', { operation: 'generate', prompt: 'a poem' })).status).toBe(200);
    for (const id of ['implied', 'older']) {
      expect([id, (await face.invoke(`${id}/invoke`, { text: 'x' })).body]).toEqual([id, { text: 'x' }]);
      expect([id, (await face.invoke(`${id}/invoke`, { words: 'x' })).status]).toEqual([id, 400]);
    }
  });

  it('[AIDIP-OPS-11] calls the operation’s own URL if it has one, otherwise the agent’s', async () => {
    const face = await createCallFace();
    const plain = { description: 'Works.', inputs: { type: 'object' }, outputs: { type: 'object' } };
    const operations = [
      { ...plain, name: 'far', endpoint: 'https://far.example/x?y=1' },
      { ...plain, name: 'near' },
    ];
    await face.register(agent('a', { endpoint: 'https://near.example/', operations }));
    await face.invoke('a/invoke', { operation: 'far' });
    await face.invoke('a/invoke', { operation: 'near' });
    expect(face.sent.map(({ url, body }) => [url, body])).toEqual([
      ['https://far.example/x?y=1', {}],
      ['https://near.example/', {}],
    ]);
  });

  it(
    '[PROF-VER-04] [PROF-VER-05] reports on every response when a deprecated operation ends and what to ' +
      'use instead',
    async () => {
      const face = await createCallFace();
      const going = { deprecated: true, sunset: '2026-12-31T00:00:00Z', replacement: 'sprint' };
      const plain = { description: 'Runs.', inputs: texts('text'), outputs: { type: 'object' } };
      const operations = [
        { ...plain, name: 'run', ...going },
        { ...plain, name: 'sprint' },
      ];
      await face.register(agent('a', { operations }));
      const successor = await face.invoke('a/invoke/sprint', { text: 'x' });
      expect([successor.status, successor.headers.has('deprecation')]).toEqual([200, false]);
      for (const body of [{ text: 'x' }, {}]) {
        const { headers } = await face.invoke('a/invoke/run', body);
        expect(headers.get('deprecation')).toMatch(/^@\d+$/);
        expect(headers.get('sunset')).toBe('Thu, 31 Dec 2026 00:00:00 GMT');
        expect(headers.get('link')).toContain('</agents/a/invoke/sprint>; rel="successor-version"');
      }
    },
  );

  it('[PROF-WRITE-09] returns a preview, requires a confirmation, and accepts it for exactly that call', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text'), { impact: 'irreversible' }));
    expect((await face.invoke('a/invoke', { text: 'x' })).status).toBe(428);
    const preview = await face.invoke('a/invoke', { text: 'x' }, { headers: { 'X-Dry-Run': 'true' } });
    expect(preview.object).toMatchObject({
      dry_run: true,
      agent: 'a',
      target: 'https://a.example/call?tenant=7',
      reversible: false,
      confirmation_required: true,
      input: { text: 'x' },
    });
    expect(preview.headers.has('x-dragoman-trust')).toBe(false);
    const { token } = preview.object.confirmation as { token: string };
    const confirm = { headers: { 'X-Confirm': token } };
    expect(face.sent).toEqual([]);
    expect((await face.invoke('a/invoke', { text: 'y' }, confirm)).status).toBe(428);
    expect((await face.invoke('a/invoke', { text: 'x' }, { ...confirm, as: other })).status).toBe(428);
    expect((await face.invoke('a/invoke', { text: 'x' }, confirm)).status).toBe(200);
    const asParameter = await face.invoke('a/invoke?dry_run=true', { text: 'x' });
    expect(asParameter.object.dry_run).toBe(true);
    expect(face.sent).toHaveLength(1);
  });

  it('rejects unknown parameters and invalid flags', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    for (const path of ['a/invoke?dry_rnu=true', 'a/invoke?dry_run=perhaps', 'a/invoke?version=0']) {
      expect([path, (await face.invoke(path, { text: 'x' })).status]).toEqual([path, 400]);
    }
    const refused = await face.invoke('a/invoke', { text: 'x' }, { headers: { 'X-Dry-Run': 'maybe' } });
    expect(refused.object.field_errors).toMatchObject([{ field: 'X-Dry-Run' }]);
    const webhook = { headers: { 'X-Webhook-URL': 'ftp://x' } };
    expect((await face.invoke('a/invoke', { text: 'x' }, webhook)).status).toBe(400);
    expect(face.sent).toEqual([]);
  });

  it('calls an older version of the operation on request, as it was then', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')), caller);
    const newer = oneOperation('a', texts('words'));
    expect((await face.send('PUT', '/agents/a', { as: caller, body: newer })).status).toBe(200);
    expect((await face.invoke('a/invoke?version=1', { text: 'x' })).status).toBe(200);
    expect((await face.invoke('a/invoke?version=2', { words: 'x' })).status).toBe(200);
    expect((await face.invoke('a/invoke', { text: 'x' })).status).toBe(400);
    expect((await face.invoke('a/invoke?version=9', { words: 'x' })).status).toBe(404);
  });

  it('sends the agent the credential meant for it, and never the caller’s own', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('a', texts('text')));
    const headers = {
      Authorization: 'Bearer for-the-gateway',
      'X-API-Key': 'for-the-gateway',
      Cookie: 'session=for-the-gateway',
      'X-Agent-Authorization': 'Bearer for-the-agent',
    };
    await face.invoke('a/invoke', { text: 'x' }, { headers });
    expect(face.sent[0]?.credential).toEqual({ headers: { authorization: 'Bearer for-the-agent' } });
    expect(JSON.stringify(face.sent[0])).not.toContain('for-the-gateway');
  });

  it('refuses to call itself in a loop', async () => {
    const face = await createCallFace();
    await face.register(oneOperation('b', texts('text')));
    await face.register(agent('path', { endpoint: '/agents/path/invoke' }));
    await face.register(agent('circle', { endpoint: 'https://registry.test/agents/b/invoke' }));
    for (const id of ['path', 'circle']) {
      const refused = await face.invoke(`${id}/invoke`, {});
      expect([id, refused.status, refused.object.code, refused.object.retryable]).toEqual([
        id,
        502,
        'UPSTREAM_REFUSED',
        false,
      ]);
    }
    expect(face.sent).toEqual([]);
  });

  it('requires a credential, whatever the agent requires, unless configured otherwise', async () => {
    const open = agent('open', { authentication: { type: 'none' } });
    const face = await createCallFace();
    await face.register(open);
    expect((await face.invoke('open/invoke', {}, { as: anonymous })).status).toBe(401);
    const lax = await createCallFace({ anonymous: true });
    await lax.register(open);
    expect((await lax.invoke('open/invoke', {}, { as: anonymous })).status).toBe(200);
  });
});
