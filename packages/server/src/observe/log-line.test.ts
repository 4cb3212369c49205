import { Failure } from '@dragoman/model';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createFormatLine } from './log-line.js';

const time = Date.parse('2026-03-01T00:00:00.123Z');
const format = createFormatLine(() => time);
const parse = (fields: object) => JSON.parse(format('info', fields, 'message')) as Record<string, unknown>;

describe('a log line', () => {
  it('is one JSON object with level, time, fields and message, in this order', () => {
    expect(format('warn', { status: 200, route: '/agents/{id}', ok: true }, 'request')).toBe(
      '{"level":"warn","time":"2026-03-01T00:00:00.123Z","status":200,"route":"/agents/{id}","ok":true,"msg":"request"}\n',
    );
  });

  it.each([
    ['quotes, backslashes and line breaks', 'a "b" \\ \n\r\u2028 \u001b[31m'],
    ['characters outside ASCII', 'Zürich 東京 🚢'],
    ['unpaired surrogates', '\ud83d'],
  ])('keeps %s in names, values and the message', (_what, text) => {
    const line = format('info', { [text]: text, nested: { [text]: [text] } }, text);
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({ [text]: text, nested: { [text]: [text] }, msg: text });
  });

  it('writes values without a JSON form as null, leaves undefined out and never throws', () => {
    const cycle: Record<string, unknown> = {};
    cycle.self = cycle;
    expect(parse({ a: undefined, b: null, c: Number.NaN, d: 12n, e: cycle, f: () => 1, g: [undefined] })).toEqual({
      level: 'info',
      time: '2026-03-01T00:00:00.123Z',
      b: null,
      c: null,
      d: '12',
      e: '[unserializable]',
      g: [null],
      msg: 'message',
    });
  });

  it('keeps the exact value of every number', () => {
    const numbers = [
      0,
      -0.5,
      0.001,
      0.0005,
      0.123,
      1.5,
      12.345,
      999.999,
      999_999.999,
      1_000_000.5,
      1e21,
      5e-324,
      0.1 + 0.2,
    ];
    for (const n of numbers) expect(parse({ n }).n).toBe(n);
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => parse({ n }).n === (n === 0 ? 0 : n)),
    );
    fc.assert(fc.property(fc.nat(), (n) => parse({ n: n / 1000 }).n === n / 1000));
  });

  it('hides secrets at any depth and in any case', () => {
    const secrets = {
      Authorization: 's3cret',
      'x-api-key': 's3cret',
      'Set-Cookie': ['s3cret'],
      token: { a: 's3cret' },
    };
    const line = format('info', { ...secrets, headers: secrets, deep: [{ deeper: secrets }] }, 'x');
    expect(line).not.toContain('s3cret');
    expect(line.match(/\[hidden\]/g)).toHaveLength(12);
  });

  it('describes an error with its type, its members and its causes', () => {
    const cause = Object.assign(new Error('refused'), { code: 'ECONNREFUSED', password: 's3cret' });
    const { err, inner } = parse({
      err: new Failure('UPSTREAM_ERROR', { message: 'No answer.', cause }),
      inner: { cause },
    });
    expect(err).toMatchObject({ type: 'Failure', code: 'UPSTREAM_ERROR', message: 'No answer.: refused' });
    expect((err as { stack: string }).stack).toMatch(/No answer\.[\s\S]*\ncaused by: Error: refused\n/);
    expect(inner).toMatchObject({ cause: { type: 'Error', code: 'ECONNREFUSED', password: '[hidden]' } });
  });

  it('shows the values of its own call, whatever earlier lines had', () => {
    const long = 'x'.repeat(1000);
    for (const route of ['/a', '/a', '/b', '', long, long, '/a', undefined, 7, '/a', { route: '/a' }]) {
      const { level, time: _time, msg, ...rest } = parse({ route, token: route });
      expect(rest).toEqual(route === undefined ? {} : { route, token: '[hidden]' });
    }
  });

  it('shows the time of each line', () => {
    let now = time;
    const later = createFormatLine(() => now);
    const times = [0, 0, 1, 5000].map((step) => {
      now += step;
      return (JSON.parse(later('info', {}, '')) as { time: string }).time.slice(17);
    });
    expect(times).toEqual(['00.123Z', '00.123Z', '00.124Z', '05.124Z']);
  });
});
