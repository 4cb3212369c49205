import { Failure, failures } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { addProperties } from '../../fetch.js';
import { createTraceContext } from '../trace-context/index.js';
import { createProblemDetails, invalidInput, type ProblemDetailsOptions } from './index.js';

interface Body {
  [member: string]: unknown;
}

async function ask(answer: () => Response | Promise<Response>, options: ProblemDetailsOptions = {}, path = '/tasks') {
  const reported: unknown[] = [];
  const report = (problem: unknown) => void reported.push(problem);
  const serve = addProperties(answer, [createProblemDetails({ report, ...options })]);
  const response = await serve(new Request(`https://api.example${path}`));
  const text = await response.text();
  const isProblem = response.headers.get('content-type') === 'application/problem+json';
  return { response, text, body: (isProblem ? JSON.parse(text) : {}) as Body, reported };
}

/** An error with a status, as frameworks throw it. */
function statusError(status: number, message: string, more: object = {}): Error {
  return Object.assign(new Error(message), { statusCode: status }, more);
}

const thrower = (thrown: unknown) => () => {
  throw thrown;
};

describe('a thrown error', () => {
  it('[PROF-ERR-01] [PROF-ERR-02] [PROF-ERR-03] becomes a problem with a stable code and a retry flag', async () => {
    const cases: [Error, Body][] = [
      [
        new Failure('RATE_LIMITED', { retryAfter: 30 }),
        { status: 429, code: 'RATE_LIMITED', retryable: true, retry_after: 30 },
      ],
      [
        new Failure('NOT_FOUND', { message: 'No task 7.' }),
        { status: 404, code: 'NOT_FOUND', detail: 'No task 7.', retryable: false },
      ],
      [
        statusError(422, 'title is too long'),
        { status: 422, code: 'INVALID_INPUT', detail: 'title is too long', retryable: false },
      ],
      [statusError(413, 'too large'), { status: 413, code: 'PAYLOAD_TOO_LARGE', retryable: false }],
      [statusError(418, 'I am a teapot'), { status: 418, code: 'CONFLICT', detail: 'I am a teapot', retryable: false }],
      [statusError(400, 'Unexpected token', { type: 'entity.parse.failed' }), { status: 400, code: 'MALFORMED_JSON' }],
      [statusError(503, 'db down'), { status: 503, code: 'UNAVAILABLE', retryable: true, retry_after: 1 }],
    ];
    for (const [thrown, expected] of cases) {
      const { response, body } = await ask(thrower(thrown));
      expect([response.status, response.headers.get('content-type')]).toEqual([
        expected.status,
        'application/problem+json',
      ]);
      expect(body).toMatchObject({
        type: expect.any(String),
        title: expect.any(String),
        trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
        ...expected,
      });
    }
  });

  it('shows nothing of a bug, and reports it to the host only', async () => {
    for (const thrown of [
      new Error('password=hunter2'),
      statusError(500, 'password=hunter2'),
      statusError(502, 'password=hunter2'),
      'password=hunter2',
      undefined,
    ]) {
      const { response, text, reported } = await ask(thrower(thrown));
      expect(response.status).toBeGreaterThanOrEqual(500);
      expect(text).not.toContain('hunter2');
      expect(reported).toEqual([thrown]);
    }
    const hidden = await ask(thrower(statusError(403, 'password=hunter2', { expose: false })));
    expect([hidden.response.status, hidden.text.includes('hunter2'), hidden.reported]).toEqual([403, false, []]);
  });

  it('is converted by the host first, and a thrown response is a response', async () => {
    const understand = (thrown: unknown) => (thrown === 'gone' ? new Failure('GONE') : undefined);
    expect((await ask(thrower('gone'), { understand })).body).toMatchObject({ status: 410, code: 'GONE' });
    expect((await ask(thrower('other'), { understand })).body).toMatchObject({ status: 500, code: 'INTERNAL' });
    expect((await ask(thrower(new Response('mine', { status: 299 })))).text).toBe('mine');
  });
});

describe('field errors', () => {
  const ajv = [
    {
      instancePath: '/items/0',
      keyword: 'required',
      params: { missingProperty: 'name' },
      message: 'must have required property',
    },
    {
      instancePath: '/priority',
      keyword: 'enum',
      params: { allowedValues: ['low', 'medium', 'high'] },
      message: 'must be equal to one of the allowed values',
    },
    {
      instancePath: '',
      keyword: 'additionalProperties',
      params: { additionalProperty: 'a/b' },
      message: 'must NOT have additional properties',
    },
  ];
  const told = [
    { field: 'items[0].name', pointer: '/items/0/name', code: 'required', detail: 'must have required property' },
    {
      field: 'priority',
      pointer: '/priority',
      code: 'enum',
      detail: 'must be equal to one of the allowed values: low, medium, high',
    },
    { field: 'a/b', pointer: '/a~1b', code: 'additionalProperties', detail: 'must NOT have additional properties' },
  ];

  it('[PROF-ERR-04] [PROF-ERR-05] [PROF-ERR-08] are reported together, each by name, with the allowed values', async () => {
    const fastify = statusError(400, 'body is wrong', { validation: ajv, validationContext: 'body' });
    for (const thrown of [fastify, invalidInput(ajv), statusError(400, 'wrong', { errors: ajv })]) {
      expect((await ask(thrower(thrown))).body).toMatchObject({ status: 400, retryable: false, field_errors: told });
    }
  });

  it('are read from Zod, Valibot and Joi', async () => {
    const zod = [
      { path: ['items', 0, 'name'], code: 'invalid_type', message: 'Required' },
      { path: ['priority'], code: 'invalid_value', values: ['low', 'high'], message: 'Invalid option' },
    ];
    const valibot = [{ path: [{ key: 'items' }, { key: 0 }], type: 'string', message: 'Expected string' }];
    const joi = [
      { path: ['priority'], type: 'any.only', context: { valids: ['low', 'high'] }, message: 'must be one of' },
    ];
    const one = [{ field: 'priority', code: 'any.only', detail: 'must be one of: low, high' }];
    expect((await ask(thrower(invalidInput(zod, 422)))).body).toMatchObject({
      status: 422,
      detail: 'The request has 2 problems.',
      field_errors: [
        { field: 'items[0].name', code: 'invalid_type', detail: 'Required' },
        { field: 'priority', code: 'invalid_value', detail: 'Invalid option: low, high' },
      ],
    });
    expect((await ask(thrower(invalidInput(valibot)))).body).toMatchObject({ field_errors: [{ field: 'items[0]' }] });
    expect((await ask(thrower(statusError(400, 'x', { details: joi })))).body).toMatchObject({ field_errors: one });
  });

  it('are limited', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({ path: ['x', at], message: 'x'.repeat(5_000) }));
    const { body, text } = await ask(thrower(invalidInput(many)));
    expect((body.field_errors as unknown[]).length).toBe(100);
    expect(text.length).toBeLessThan(200_000);
  });
});

describe('an error response', () => {
  it('[PROF-ERR-06] becomes a problem, whichever component wrote it, and keeps its headers', async () => {
    const html = () =>
      new Response('<h1>Cannot GET /x</h1>', { status: 404, headers: { 'content-type': 'text/html', vary: 'x' } });
    const { response, body, text } = await ask(html);
    expect(body).toMatchObject({ status: 404, code: 'NOT_FOUND', title: 'Not Found', retryable: false });
    expect([text.includes('<h1>'), response.headers.get('vary')]).toEqual([false, 'x']);
    const plain = () => new Response('no such page', { status: 404, headers: { 'content-type': 'text/plain' } });
    expect((await ask(plain)).body).toMatchObject({ code: 'NOT_FOUND', detail: 'no such page' });
    const fastify = () =>
      Response.json(
        { statusCode: 405, error: 'Method Not Allowed', message: 'No.' },
        { status: 405, headers: { allow: 'GET' } },
      );
    const refused = await ask(fastify);
    expect(refused.body).toMatchObject({ code: 'METHOD_NOT_ALLOWED', detail: 'No.' });
    expect([refused.response.headers.get('allow'), 'statusCode' in refused.body]).toEqual(['GET', false]);
    const empty = () => new Response(null, { status: 401, headers: { 'www-authenticate': 'Bearer' } });
    expect((await ask(empty)).body).toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('keeps the host’s own members and code, but not for a server error', async () => {
    const own = { error: 'task is locked', code: 'TASK_LOCKED', locked_by: 'bob', retryable: 'perhaps' };
    expect((await ask(() => Response.json(own, { status: 409 }))).body).toMatchObject({
      code: 'TASK_LOCKED',
      detail: 'task is locked',
      locked_by: 'bob',
      retryable: false,
    });
    const broken = await ask(() => Response.json({ error: 'password=hunter2', stack: 'hunter2' }, { status: 500 }));
    expect([broken.body.code, broken.text.includes('hunter2')]).toEqual(['INTERNAL', false]);
  });

  it('that is already a problem gets only its missing members', async () => {
    const type = { 'content-type': 'application/problem+json' };
    const problem = { type: 'https://api.example/locked', title: 'Locked', status: 423, code: 'LOCKED' };
    const { body } = await ask(() => new Response(JSON.stringify(problem), { status: 423, headers: type }));
    expect(body).toMatchObject({ ...problem, retryable: false, trace_id: expect.any(String) });
    const whole = { ...problem, retryable: true, trace_id: 'mine' };
    const kept = await ask(() => new Response(JSON.stringify(whole), { status: 423, headers: type }));
    expect(kept.text).toBe(JSON.stringify(whole));
  });

  it('[PROF-ERR-07] has the same delay in the header and in the body', async () => {
    const now = Date.UTC(2026, 0, 1);
    const waits: [string | undefined, number][] = [
      [undefined, 1],
      ['30', 30],
      [new Date(now + 90_000).toUTCString(), 90],
    ];
    for (const [given, seconds] of waits) {
      const headers: Record<string, string> = given === undefined ? {} : { 'retry-after': given };
      const { response, body } = await ask(() => new Response(null, { status: 503, headers }), {
        clock: { now: () => now },
      });
      expect([response.headers.get('retry-after'), body.retry_after]).toEqual([String(seconds), seconds]);
    }
  });

  it('stays unchanged when it streams, is encoded, or has no body', async () => {
    const events = () => new Response('data: 1\n\n', { status: 500, headers: { 'content-type': 'text/event-stream' } });
    expect((await ask(events)).text).toBe('data: 1\n\n');
    const coded = () => new Response('xx', { status: 500, headers: { 'content-encoding': 'gzip' } });
    expect((await ask(coded)).text).toBe('xx');
    const serve = addProperties(() => new Response(null, { status: 404 }), [createProblemDetails()]);
    const head = await serve(new Request('https://api.example/', { method: 'HEAD' }));
    expect([head.status, await head.text()]).toEqual([404, '']);
  });

  it('a success stays unchanged', async () => {
    for (const status of [200, 201, 299, 304]) {
      const { response } = await ask(() => new Response(null, { status }));
      expect([response.status, response.headers.get('content-type')]).toEqual([status, null]);
    }
  });
});

describe('a problem', () => {
  it('has the trace of its call', async () => {
    const trace = '0af7651916cd43dd8448eb211c80319c';
    const serve = addProperties(thrower(new Error('x')), [
      createTraceContext(),
      createProblemDetails({ report: () => undefined }),
    ]);
    const headers = { traceparent: `00-${trace}-b7ad6b7169203331-01` };
    expect(await (await serve(new Request('https://api.example/', { headers }))).json()).toMatchObject({
      trace_id: trace,
    });
  });

  it('has a page at its type URL for every code, unless the host disables them', async () => {
    const { body } = await ask(thrower(new Failure('NOT_FOUND')));
    const page = await ask(() => new Response('host', { status: 200 }), {}, String(body.type));
    expect([page.response.status, page.text]).toEqual([200, expect.stringContaining(failures.NOT_FOUND.help)]);
    for (const [options, path] of [
      [{ pages: false }, String(body.type)],
      [{}, '/problems/unheard-of'],
    ] as const) {
      expect((await ask(() => new Response('host'), options, path)).text).toBe('host');
    }
  });
});
