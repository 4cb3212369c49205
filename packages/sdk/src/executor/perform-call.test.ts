/** Tests calls of the model: validation before the network, sending, retries, and replies to the model. */
import { thirdPartyMark } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { ask, createRig } from './session.support.js';
import { replyOf } from './tool-outcome.js';
import { createToolServer, refill, statusTool, weather } from './tool-server.support.js';

const good = { Prescription_Number: 'RX-1', Days_of_Supply: 30, Delivery: 'PICKUP' };

describe('faulty requests', () => {
  it('[NACT-IN-04] [NACT-EXEC-03] [NACT-EXEC-04] [NACT-EXEC-05] [NACT-EXEC-06] are rejected with the reason, and nothing is sent', async () => {
    const server = createToolServer({ tools: [weather, refill] });
    const tools = [{ tool: weather.name }, { tool: refill.name }];
    const { executor } = createRig([server], { tools, corrections: { limit: 100 } });
    const session = await executor.startSession();
    const { City: _, ...noCity } = { City: 'Omaha', Days_Ahead: 1 };
    const faulty: [string, Record<string, unknown>, string, string][] = [
      [weather.name, noCity, 'missing_required', 'City'],
      [weather.name, { City: null }, 'missing_required', 'City'],
      [weather.name, { City: 5 }, 'wrong_type', 'City'],
      [weather.name, { City: ['Omaha'] }, 'wrong_type', 'City'],
      [weather.name, { City: { name: 'Omaha' } }, 'wrong_type', 'City'],
      [weather.name, { City: 'x'.repeat(41) }, 'too_long', 'City'],
      [weather.name, { City: 'Omaha', Days_Ahead: 65_536 }, 'above_maximum', 'Days_Ahead'],
      [weather.name, { City: 'Omaha', Days_Ahead: '3' }, 'wrong_type', 'Days_Ahead'],
      [weather.name, { City: 'Omaha', Days_Ahead: 1.5 }, 'wrong_type', 'Days_Ahead'],
      [weather.name, { City: 'Omaha', Days_Ahead: true }, 'wrong_type', 'Days_Ahead'],
      [weather.name, { City: 'Omaha', 'par-city': 'Omaha' }, 'unknown_parameter', 'par-city'],
      [weather.name, { City: 'Omaha', constructor: 'x' }, 'unknown_parameter', 'constructor'],
      [refill.name, { ...good, Delivery: 'COACH' }, 'not_an_allowed_value', 'Delivery'],
      [refill.name, { ...good, Delivery: 'pickup' }, 'not_an_allowed_value', 'Delivery'],
      [refill.name, { ...good, Days_of_Supply: 0 }, 'below_minimum', 'Days_of_Supply'],
      [refill.name, { ...good, Days_of_Supply: 91 }, 'above_maximum', 'Days_of_Supply'],
      [refill.name, { ...good, Accept_Generic: 1 }, 'wrong_type', 'Accept_Generic'],
    ];
    const before = server.arrived.length;
    for (const [name, inputs, problem, parameter] of faulty) {
      const outcome = await ask(session, name, inputs);
      expect(outcome).toMatchObject({ kind: 'refused', attempts: 0, faults: [{ problem, parameter }] });
      expect(outcome.text).toContain(parameter);
    }
    expect((await ask(session, 'never_shown', {})).text).toContain(weather.name);
    const unreadable = await session.execute({
      id: 'c',
      name: weather.name,
      unreadable: 'The inputs are not valid JSON.',
    });
    expect(unreadable).toMatchObject({ kind: 'refused' });
    expect(server.arrived).toHaveLength(before);

    await ask(session, weather.name, { City: 'Omaha', Days_Ahead: 65_535 });
    await ask(session, weather.name, { City: 'Omaha', Days_Ahead: null });
    await ask(session, refill.name, good);
    expect(server.invoked().map(({ body }) => body?.input_parameters)).toEqual([
      [
        { name: 'City', value: 'Omaha' },
        { name: 'Days Ahead', value: 65_535 },
      ],
      [{ name: 'City', value: 'Omaha' }],
      [
        { name: 'Prescription Number', value: 'RX-1' },
        { name: 'Days of Supply', value: 30 },
        { name: 'Delivery', value: 'PICKUP' },
      ],
    ]);
  });

  it('report all errors at once, in the names that the model used', async () => {
    const server = createToolServer({ tools: [refill] });
    const { executor } = createRig([server], { tools: [{ tool: refill.toolId }] });
    const outcome = await ask(await executor.startSession(), refill.name, {
      rx: 'RX-1',
      Days_of_Supply: '30',
      Delivery: 'pickup',
    });
    expect(outcome.faults?.map(({ problem }) => problem)).toEqual([
      'unknown_parameter',
      'missing_required',
      'wrong_type',
      'not_an_allowed_value',
    ]);
    expect(outcome.text).toMatch(
      /4 problems[\s\S]*'rx'[\s\S]*'Prescription_Number'[\s\S]*PICKUP, HOME_COURIER[\s\S]*again/,
    );
  });

  it('end at the correction limit; a valid call resets the count', async () => {
    const server = createToolServer({ tools: [weather] });
    const reports: unknown[] = [];
    const exhausted = (report: unknown) => {
      reports.push(report);
      return 'Ask the user.';
    };
    const { executor, told } = createRig([server], {
      tools: [{ tool: weather.name }],
      corrections: { limit: 2, exhausted },
    });
    const session = await executor.startSession();
    const kinds: string[] = [];
    for (const inputs of [{}, {}, { City: 'Omaha' }, {}, {}, {}, {}])
      kinds.push((await ask(session, weather.name, inputs)).kind);
    expect(kinds).toEqual(['refused', 'refused', 'succeeded', 'refused', 'refused', 'exhausted', 'exhausted']);
    expect(reports[0]).toMatchObject({ tool: weather.name, refused: 3 });
    expect((await ask(session, weather.name, {})).text).toBe('Ask the user.');
    expect(told('corrections-exhausted')).toHaveLength(3);
    expect(server.invoked()).toHaveLength(1);
  });
});

describe('replies', () => {
  it('[NACT-OUT-04] pass large numbers, structures and every output to the model', async () => {
    const outputs = [
      { name: 'Temperature in Fahrenheit', value: 1_200_000 },
      { name: 'Sky', value: [{ hour: 1, clouds: null }] },
    ];
    const server = createToolServer({ tools: [weather], answer: () => ({ output_parameters: outputs }) });
    const { executor, told } = createRig([server], { tools: [{ tool: weather.name }] });
    const outcome = await ask(await executor.startSession(), weather.name, { City: 'Omaha' });
    expect(outcome).toMatchObject({ kind: 'succeeded', outputs });
    expect(JSON.parse(outcome.text)).toEqual({ output_parameters: outputs });
    expect(told('result-faults')).toEqual([]);
  });

  it('that are too long for the model are a success with an outline and the first part; the host gets all', async () => {
    const answer = () => ({ output_parameters: [{ name: 'Sky', value: 'x'.repeat(5000) }] });
    const server = createToolServer({ tools: [weather], answer });
    const { executor } = createRig([server], { tools: [{ tool: weather.name }], maxResultCharacters: 2000 });
    const outcome = await ask(await executor.startSession(), weather.name, { City: 'Omaha', Days_Ahead: undefined });
    expect(outcome).toMatchObject({ kind: 'succeeded', shortened: true, outputs: [{ value: 'x'.repeat(5000) }, {}] });
    expect(outcome.text).toMatch(
      /^This result has 5,\d+ characters.* do not repeat it\..* characters 0 to .* at \/Sky;/,
    );
    expect(outcome.text.length).toBeLessThanOrEqual(2000);
    expect(replyOf(outcome).result).toEqual({ message: outcome.text });
    expect(server.invoked()[0]?.body?.input_parameters).toEqual([{ name: 'City', value: 'Omaha' }]);
  });

  it('that are too long can be read on with read_result, without another request', async () => {
    const items = Array.from({ length: 300 }, (_, at) => ({ at, text: 'x'.repeat(20) }));
    const answer = () => ({ output_parameters: [{ name: 'Sky', value: items }] });
    const server = createToolServer({ tools: [weather], answer });
    const options = { tools: [{ tool: weather.name }], maxResultCharacters: 2000, corrections: { limit: 9 } };
    const { executor, told } = createRig([server], options);
    const session = await executor.startSession();
    const names = () => session.tools('anthropic').map(({ name }) => name);
    expect(names()).not.toContain('read_result');
    const first = await ask(session, weather.name, { City: 'Omaha' });
    const [, place = '{}'] = /call read_result with (\{.*?\}),/.exec(first.text) ?? [];
    expect(JSON.parse(place)).toMatchObject({ result_id: 'r1', pointer: '/Sky', offset: expect.any(Number) });
    expect(names()).toContain('read_result');
    expect(told('tools-changed')).toHaveLength(1);
    let { offset } = JSON.parse(place) as { offset: number };
    let reads = 0;
    for (; offset < items.length; reads += 1) {
      const { kind, text } = await ask(session, 'read_result', { result_id: 'r1', pointer: '/Sky', offset });
      expect([kind, text.length <= 2000, text.includes(`{"at":${offset},`)]).toEqual(['succeeded', true, true]);
      const [, next] = /Read on with offset (\d+)/.exec(text) ?? [];
      offset = Number(next ?? items.length);
    }
    expect(reads).toBeGreaterThan(3);
    for (const wrong of [
      {},
      { result_id: 'r9' },
      { result_id: 'r1', pointer: '/no' },
      { result_id: 'r1', offset: -1 },
    ]) {
      expect((await ask(session, 'read_result', wrong)).kind).toBe('refused');
    }
    expect(server.invoked()).toHaveLength(1);
    const always = await createRig([server], { ...options, readResult: 'always' }).executor.startSession();
    expect(JSON.stringify(always.tools('anthropic'))).toContain('read_result');
  });

  it('[NACT-EXEC-19] with an unknown output are accepted, without output_parameters are a server error', async () => {
    const replies: unknown[] = [
      { output_parameters: [{ name: 'Humidity', value: 4 }], extra: 1 },
      { output_parameters: [{ name: 'Sky', value: 1 }, 'odd', { value: 2 }] },
      { temperature: 80 },
      [],
      { output_parameters: { Sky: 'blue' } },
    ];
    const server = createToolServer({ tools: [weather], answer: () => replies.shift() });
    const { executor, told } = createRig([server], { tools: [{ tool: weather.name }] });
    const session = await executor.startSession();
    const outcomes = [];
    for (const _ of [...replies]) outcomes.push(await ask(session, weather.name, { City: 'Omaha' }));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['succeeded', 'succeeded', 'failed', 'failed', 'failed']);
    expect(outcomes[0]?.outputs).toEqual([
      { name: 'Humidity', value: 4 },
      { name: 'Temperature in Fahrenheit', value: null },
      { name: 'Sky', value: null },
    ]);
    expect(told('result-faults').map(({ faults }) => faults[0]?.problem)).toContain('undeclared_output');
    expect(server.invoked()).toHaveLength(5);
  });
});

describe('failures of the server', () => {
  const setUp = async (options: object = {}) => {
    const server = createToolServer({ tools: [weather, refill], tokens: ['second-token'] });
    const asked: boolean[] = [];
    const credential = ({ renew }: { renew: boolean }) => {
      asked.push(renew);
      return { token: 'second-token' };
    };
    const { root, fetch } = server;
    const tools = [
      { tool: weather.toolId, retrySeconds: 2 },
      { tool: refill.toolId, retrySeconds: 0 },
    ];
    const rig = createRig([], { sources: [{ label: 'one', root, fetch, credential }], tools, ...options });
    return { server, asked, ...rig, session: await rig.executor.startSession() };
  };

  it('[NACT-EXEC-10] that are temporary are invisible to the model; all attempts have one key', async () => {
    const { server, session, told } = await setUp();
    server.faults = [{ status: 503 }, 'broken', { status: 429 }];
    const outcome = await ask(session, weather.name, { City: 'Omaha' });
    expect(outcome).toMatchObject({ kind: 'succeeded', attempts: 4 });
    expect(outcome.text).not.toMatch(/503|429|broke/);
    expect(new Set(server.invoked().map(({ headers }) => headers.get('idempotency-key')))).toEqual(new Set(['key-1']));
    await ask(session, weather.name, { City: 'Omaha' });
    expect(server.invoked().at(-1)?.headers.get('idempotency-key')).toBe('key-2');
    expect(told('retrying').map(({ status }) => status)).toEqual([503, undefined, 429]);
  });

  it('[NACT-EXEC-11] that persist are reported after the time limit of each tool', async () => {
    const { server, session, waits } = await setUp();
    server.faults = Array.from({ length: 100 }, () => ({ status: 503, body: { error: { message: 'Restarting.' } } }));
    const outcome = await ask(session, weather.name, { City: 'Omaha' });
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(2_000);
    expect(outcome).toMatchObject({ kind: 'failed', status: 503 });
    expect(server.invoked()).toHaveLength(4);
    expect(outcome.text.split('\n')).toEqual([
      expect.stringMatching(
        /^Error \(UNAVAILABLE\): \w+ failed after 4 attempts: the server answered 503\. You can retry/,
      ),
      thirdPartyMark,
      'Restarting.',
    ]);
    const sent = server.invoked().length;
    expect(await ask(session, refill.name, good)).toMatchObject({ kind: 'failed', attempts: 1 });
    expect(server.invoked()).toHaveLength(sent + 1);
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(2_000);
  });

  it('that follow attempts of a gateway are retried as much less often, and not at all if it says so', async () => {
    const { server, session } = await setUp();
    const tried = (count: number, retryable = true) => ({
      status: 502,
      headers: { 'x-dragoman-attempts': String(count) },
      body: { code: 'UPSTREAM_ERROR', detail: 'No.', retryable },
    });
    const attempts = async (...faults: typeof server.faults) => {
      server.faults = faults;
      return (await ask(session, weather.name, { City: 'Omaha' })).attempts;
    };
    expect(await attempts(tried(3), tried(3), tried(3))).toBe(2);
    expect(await attempts(tried(4), tried(4))).toBe(1);
    expect(await attempts(tried(1, false), tried(1))).toBe(1);
  });

  it.each([
    ['a write', {}, 500, undefined, /may have taken effect; do not retry/],
    ['a read', { impact: 'informational' }, 500, undefined, /You can retry it later/],
    ['a write that the server is sure about', {}, 500, { retryable: true }, /You can retry it later/],
    [
      'a write that the server is not sure about',
      {},
      502,
      { retryable: false, outcome_unknown: true },
      /may have taken/,
    ],
    ['a write at an overload', {}, 503, undefined, /You can retry it/],
  ] as const)('say what is true about %s', async (_, chosen, status, body, text) => {
    const tools = [{ tool: weather.toolId, retrySeconds: 0, ...chosen }];
    const { server, session } = await setUp({ tools });
    server.faults = [{ status, ...(body === undefined ? {} : { body }) }];
    const [line = ''] = (await ask(session, weather.name, { City: 'Omaha' })).text.split('\n');
    expect(line).toMatch(text);
  });

  it('wait as long as the server asks, and not at all when that is too long', async () => {
    const { server, session, waits } = await setUp();
    server.faults = [
      { status: 503, headers: { 'retry-after': '1' } },
      { status: 503, headers: { 'retry-after': '60' } },
    ];
    expect(await ask(session, weather.name, { City: 'Omaha' })).toMatchObject({ kind: 'failed', attempts: 2 });
    expect(waits).toEqual([1_000]);
  });

  it('[NACT-EXEC-12] that the request caused are not retried; 401 renews the credentials once', async () => {
    const { server, session, asked } = await setUp();
    for (const status of [400, 403, 404, 410, 422, 501, 505]) {
      const sent = server.invoked().length;
      const details = [{ parameter: 'City', problem: 'unknown city' }];
      server.faults = [{ status, body: { error: { code: 'InvalidInput', message: 'No.', details } } }];
      const outcome = await ask(session, weather.name, { City: 'Omaha' });
      expect(outcome).toMatchObject({ kind: 'failed', status, attempts: 1 });
      expect(outcome.text).toMatch(/third-party[^\n]*\nNo\.\n"City": "unknown city"$/);
      expect(server.invoked()).toHaveLength(sent + 1);
    }
    asked.length = 0;
    server.faults = [{ status: 401 }];
    expect(await ask(session, weather.name, { City: 'Omaha' })).toMatchObject({ kind: 'succeeded' });
    expect(asked).toEqual([false, true]);
    server.faults = [{ status: 401 }, { status: 401 }, { status: 401 }];
    expect(await ask(session, weather.name, { City: 'Omaha' })).toMatchObject({ kind: 'failed', status: 401 });
    expect(server.faults).toHaveLength(1);
  });

  it('[NACT-EXEC-22] never show the credentials, even when the server repeats them', async () => {
    const { server, session, events } = await setUp();
    const echo = {
      error: { message: 'Bad token second-token', details: [{ parameter: 'second-token', problem: 'x' }] },
    };
    server.faults = [
      { status: 400, body: echo },
      { status: 200, body: { output_parameters: [{ name: 'Sky', value: 'second-token' }] } },
    ];
    const outcomes = [
      await ask(session, weather.name, { City: 'Omaha' }),
      await ask(session, weather.name, { City: 'Omaha' }),
    ];
    expect(outcomes.map(({ kind }) => kind)).toEqual(['failed', 'succeeded']);
    expect(server.invoked()[0]?.headers.get('authorization')).toBe('Bearer second-token');
    expect(JSON.stringify([outcomes, session.opening('anthropic'), events])).not.toContain('second-token');
  });

  it('end at once when the host aborts the call, also between two attempts', async () => {
    const { server, executor } = await setUp({ sleep: undefined });
    server.faults = [{ status: 503 }, { status: 503 }];
    const ending = new AbortController();
    const call = { id: 'c', name: weather.name, inputs: { City: 'Omaha' } };
    const running = (await executor.startSession()).execute(call, { signal: ending.signal });
    ending.abort();
    await expect(running).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

describe('names', () => {
  const [first, second] = ['21c6c0ad-6d2b-4c0a-9a53-6a1f3e6b7d01', '9a4b2f55-0c3d-4f6e-8b1a-3d5e7f901234'];
  const setUp = async () => {
    const servers = [
      createToolServer({ root: 'https://linden.example/v2', tools: [statusTool(first)] }),
      createToolServer({ root: 'https://northquay.example', tools: [statusTool(second, 6)] }),
    ] as const;
    const { executor } = createRig(servers, {
      tools: [
        { source: 'one', tool: 'check_delivery_status' },
        {
          source: 'two',
          tool: second,
          description: 'Only for freight.',
          inputDescriptions: { Leg: 'Counted from 1.' },
        },
      ],
      procedure: 'Ask for the number, then use check_delivery_status().',
    });
    return { servers, session: await executor.startSession() };
  };

  it('[NACT-EXEC-02] [NACT-EXEC-09] [NACT-DES-14] that two servers share reach the right one, with its own id and name', async () => {
    const { servers, session } = await setUp();
    const shown = session.tools('anthropic').map(({ name }) => name);
    expect(shown).toEqual(['one__check_delivery_status', 'two__check_delivery_status']);
    for (const name of [...shown, ...shown]) await ask(session, name, { Booking_Number: 'NQ-1', Leg: null });
    const paths = servers.map((server) => server.invoked().map(({ url }) => url.href));
    expect(paths).toEqual([
      Array(2).fill(`https://linden.example/v2/tools/${first}/versions/1:invoke`),
      Array(2).fill(`https://northquay.example/tools/${second}/versions/6:invoke`),
    ]);
    expect(servers[1].invoked()[0]?.body).toEqual({
      name: 'check_delivery_status',
      input_parameters: [{ name: 'Booking Number', value: 'NQ-1' }],
    });
    expect(session.instructions).toContain('one__check_delivery_status() or two__check_delivery_status()');
  });

  it('[NACT-EXEC-08] are all that the model gets: no ids of tools or parameters; the designer’s texts replace the vendor’s', async () => {
    const { session } = await setUp();
    const text = JSON.stringify([session.opening('openai-chat'), session.opening('google'), session.tools('vercel')]);
    expect(text).not.toMatch(new RegExp(`${first}|${second}|toolId|"id"|"no"|"leg"|"st"`));
    expect(session.tools('openai-chat')[1]?.function).toEqual({
      name: 'two__check_delivery_status',
      description: 'Only for freight.',
      parameters: {
        type: 'object',
        properties: {
          Booking_Number: { type: 'string', description: 'The booking number.' },
          Leg: { type: 'integer', maximum: 65_535, description: 'Counted from 1.' },
        },
        required: ['Booking_Number'],
        additionalProperties: false,
      },
    });
  });
});
