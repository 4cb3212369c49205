/** Results for models: rows of size, origin and schema that a whole server rarely produces. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { createMemorySessions } from '../../../catalogue/memory-sessions.js';
import type { AnswerOutcome } from '../../../gateway/call.js';
import { createCall } from '../../../gateway/gateway.support.js';
import { createKeptResults } from '../../../gateway/kept-results.js';
import { shortenResult } from './shorten-result.js';
import { resultOf } from './tool-result.js';

const settings = { characters: 40_000, minutes: 15, perCaller: 50 };

function keeping(change: Partial<typeof settings> = {}) {
  const clock = { now: () => Date.parse('2026-02-02T08:00:00Z') };
  const sessions = createMemorySessions();
  return createKeptResults({
    sessions,
    clock,
    newId: () => 'r1',
    random: () => 0,
    settings: { ...settings, ...change },
  });
}

async function shorten(part: Partial<AnswerOutcome>, { structured = false, ...change }: JsonObject = {}) {
  const outcome: AnswerOutcome = {
    kind: 'answer',
    status: 200,
    headers: {},
    findings: [],
    replayed: false,
    ...part,
  };
  const aim = { agentId: 'a', operationName: 'b', meta: {}, structured: structured === true };
  const call = createCall();
  const results = keeping(change as Partial<typeof settings>);
  const short = await shortenResult({ call, aim, outcome, result: resultOf(call, aim, outcome) }, results);
  const { structuredContent, isError } = short;
  const content = short.content as JsonObject[];
  return { structuredContent, isError, content, text: String(content[0]?.text ?? '') };
}

const long = (characters: number): JsonValue => ({ items: Array.from({ length: characters / 10 }, () => 'seven 7') });
const text = (value: JsonValue) => ({ type: 'text', text: typeof value === 'string' ? value : JSON.stringify(value) });
const png = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' };

describe('a result for a model', () => {
  it('is sent as text and structured content while it is short', async () => {
    const body = long(5000);
    const short = await shorten({ body }, { structured: true });
    expect([short.structuredContent, JSON.parse(short.text)]).toEqual([body, body]);
  });

  it('of a service is parsed where it is JSON in a text, so that it can be read by pointers', async () => {
    const whole = long(100_000);
    const { text: shown, structuredContent } = await shorten({ body: JSON.stringify(whole), content: [text(whole)] });
    expect(shown).toMatch(/items 0 to [\d,]+ of 10,000 at \/items/);
    expect(structuredContent).toBeUndefined();
  });

  it('keeps images, links and short texts next to a long one', async () => {
    const content = [text(long(100_000)), png, text('A summary.')];
    const short = await shorten({ body: { content }, content });
    expect(short.content.slice(1)).toEqual([png, text('A summary.')]);
    expect(short.text.length).toBeLessThanOrEqual(40_000);
  });

  it('keeps a structured value that its text does not repeat, and drops one that it does', async () => {
    const body = long(20_000);
    const summary = { ...text('x'.repeat(11_000)) };
    expect((await shorten({ body, content: [summary] })).structuredContent).toEqual(body);
    expect((await shorten({ body, content: [text(body)] })).structuredContent).toBeUndefined();
  });

  it('says that the rest is not kept when it is too large, or nothing is kept', async () => {
    for (const [body, change] of [
      [long(20_000_000), {}],
      [long(100_000), { minutes: 0 }],
    ] as const) {
      const short = await shorten({ body }, { ...change, structured: true });
      expect(short.text).toContain('The rest is not kept: call again with inputs that return less.');
      expect(short.structuredContent).toEqual({ result_kind: 'partial', characters: JSON.stringify(body).length });
    }
  });

  it('is whole where there is no limit, and short where the limit is small', async () => {
    const body = long(100_000);
    expect(JSON.parse((await shorten({ body }, { characters: 0 })).text)).toEqual(body);
    expect((await shorten({ body }, { characters: 1000 })).text.length).toBeLessThan(2000);
  });

  it('is the same for errors, empty answers, and bytes up to 5 MB; larger ones are described', async () => {
    expect((await shorten({ status: 500, body: { detail: 'x'.repeat(15_000) } })).isError).toBe(true);
    expect((await shorten({})).content).toEqual([]);
    const header = { 'x-dragoman-media-type': 'image/png' };
    const data = 'A'.repeat(4_000_000);
    expect((await shorten({ body: data, headers: header, content: [{ ...png, data }] })).content).toHaveLength(1);
    const large = 'A'.repeat(8_000_000);
    const described = await shorten({ body: large, headers: header, content: [{ ...png, data: large }] });
    expect(described.text).toMatch(
      /^Received image\/png, 6,000,000 bytes, too large to show\. Save it with dragoman call --save/,
    );
  });
});
