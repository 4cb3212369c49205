import type { Fetch } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { call, openRegistry } from '../cli.support.js';
import { createHarbourDesk } from '../demo/harbour-desk.js';

const endpoint = (method: string, path: string, semantic: object, contract: object) => ({
  method,
  path,
  semantic: { actor: 'agent', confidence_guidance: 0.6, is_idempotent: true, ...semantic },
  errors: [{ name: 'table_gone', description: 'Gone' }],
  ...contract,
});

const document = {
  agis: '1.0',
  service: 'Quay',
  agtp: 'agtp://quay.example',
  version: '1.0.0',
  endpoints: [
    endpoint(
      'BOOK',
      '/table',
      {
        intent: 'Books a table for the guest',
        outcome: 'A booking exists with status CONFIRMED',
        impact_tier: 'reversible',
        parameter_hints: { guests: ['table for N', 'for N people'] },
        state_transition: { 'booking.status': 'NONE -> CONFIRMED' },
      },
      {
        input: {
          type: 'object',
          properties: { guests: { type: 'integer', minimum: 1 }, day: { type: 'string', format: 'date' } },
          required: ['guests', 'day'],
        },
        output: { type: 'object', properties: { status: { type: 'string' } }, required: ['status'] },
      },
    ),
    endpoint(
      'CANCEL',
      '/booking/{booking_id}',
      { intent: 'Cancels a booking of the guest', outcome: 'The booking is gone', impact_tier: 'irreversible' },
      {
        input: { type: 'object', properties: { booking_id: { type: 'string' } }, required: ['booking_id'] },
        output: { type: 'object', properties: {}, required: [] },
      },
    ),
  ],
  vocabulary: { declared_verbs: ['BOOK', 'CANCEL'], domain: 'hospitality' },
};

function start(status = 'CONFIRMED', served: unknown = document) {
  const calls: { path: string; key: string | null }[] = [];
  const fetch: Fetch = async (address, { method = 'GET', headers }) => {
    const { pathname } = new URL(address);
    calls.push({ path: `${method} ${pathname}`, key: new Headers(headers).get('x-api-key') });
    if (method === 'GET') return new Response(JSON.stringify(served), { status: 200 });
    return new Response(JSON.stringify({ status }), { status: 200 });
  };
  return { fetch, calls };
}

const ask = (words: string, situation = {}) =>
  call(['agis', 'ask', 'https://quay.example/', ...words.split(' ')], situation);

describe('dragoman agis ask', () => {
  it('calls the endpoint that fits, and shows the five matching steps with --verbose', async () => {
    const service = start();
    const { code, stdout, stderr } = await ask('book a table for two tomorrow --verbose', service);
    expect(JSON.parse(stdout)).toEqual({ status: 'CONFIRMED' });
    expect(code).toBe(0);
    expect(stderr.match(/^(method|path|intent|parameters|confidence) /gm)).toHaveLength(5);
    expect(service.calls.map(({ path }) => path)).toEqual(['GET /', 'POST /table']);
    const brief = (await ask('book a table for two tomorrow', service)).stderr;
    expect(brief).toMatch(
      /^call: confidence [\d.]+, 0\.6 required\nhospitality\.BOOK \/table with \{.*\}\nthird-party content from https:\/\/quay\.example\/\n$/,
    );
  });

  it('calls nothing for a sentence with two actions, even with --confirm, and names both', async () => {
    const service = start();
    for (const option of ['--confirm', '--dry-run', '--anyway']) {
      const { code, stdout, stderr } = await ask(`cancel booking b3 and book a table for two ${option}`, service);
      expect([code, stdout], option).toEqual([1, '']);
      expect(stderr).toContain('several: The instruction asks for 2 actions: ');
      expect(stderr).toMatch(/CANCEL \/booking.*BOOK \/table.*Ask for one at a time\./);
      expect(stderr).toContain('Nothing was called.');
    }
    const json = await ask('cancel booking b3 and book a table for two --confirm --json', service);
    expect(JSON.parse(json.stdout)).toMatchObject({
      decision: 'several',
      actions: [{ instruction: 'cancel booking b3' }, { instruction: 'book a table for two' }],
    });
    expect(service.calls.filter(({ path }) => path.startsWith('POST'))).toEqual([]);
  });

  it('asks for missing parameters and reads them from --input', async () => {
    const service = start();
    const open = await ask('book a table for two', service);
    expect(open.code).toBe(1);
    expect(open.stderr).toContain('--input day=…');
    expect(service.calls).toHaveLength(1);
    const filled = await ask('book a table for two --input day=2026-12-24', service);
    expect(filled.code).toBe(0);
    const shares = [open.stderr, filled.stderr].map((text) => Number(/[Cc]onfidence ([\d.]+\d)/.exec(text)?.[1] ?? 0));
    expect(open.stderr).toContain('Nothing was called.');
    expect(shares[1]).toBeGreaterThan(shares[0] ?? 1);
  });

  it('calls an irreversible endpoint only after confirmation', async () => {
    const service = start();
    const silent = await ask('cancel booking B-17', service);
    expect(silent.code).toBe(1);
    const refused = await ask('cancel booking B-17', { ...service, terminal: { stdin: true }, answer: 'no' });
    expect(refused.code).toBe(1);
    expect(service.calls.filter(({ path }) => path.startsWith('POST'))).toEqual([]);
    const agreed = await ask('cancel booking B-17', { ...service, terminal: { stdin: true }, answer: 'yes' });
    expect(agreed.questions[0]).toContain('is irreversible');
    expect(service.calls.at(-1)?.path).toBe('POST /booking/B-17');
    expect((await ask('cancel booking B-17 --confirm', service)).code).toBe(0);
  });

  it('calls nothing for a negation, a question about how, a report or a condition, unless --anyway is given', async () => {
    const service = start();
    for (const words of [
      'do not book a table for two tomorrow',
      'how do I book a table for two tomorrow',
      'I booked a table for two tomorrow --confirm',
      'if it rains book a table for two tomorrow',
      'book a table for two tomorrow and do not book it',
    ]) {
      const { code, stderr } = await ask(words, service);
      expect([words, code]).toEqual([words, 1]);
      expect(stderr).toContain('so nothing was called');
      expect(stderr).toContain('hospitality.BOOK /table');
      expect(stderr).toContain('--anyway');
    }
    expect(service.calls.filter(({ path }) => path.startsWith('POST'))).toEqual([]);
    const { stdout } = await ask('do not book a table for two tomorrow --json', service);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'not-asked', mood: { kind: 'negated' }, arguments: {} });
    expect((await ask('do not book a table for two tomorrow --anyway', service)).code).toBe(0);
    expect(service.calls.at(-1)?.path).toBe('POST /table');
  });

  it('calls nothing with --dry-run, and prints JSON for programs', async () => {
    const service = start();
    const { code, stdout } = await ask('book a table for two tomorrow --dry-run --json', service);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ decision: 'call', arguments: { guests: 2 }, questions: [] });
    expect(service.calls).toHaveLength(1);
  });

  it('exits with 1 when the outcome is not as declared, when nothing fits, and when the document does not conform', async () => {
    expect(await ask('book a table for two tomorrow', start('PENDING'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('not as declared'),
    });
    expect((await ask('paint the fence', start())).code).toBe(1);
    const broken = await ask('book a table', start('', { ...document, vocabulary: { declared_verbs: [] } }));
    expect(broken.code).not.toBe(0);
    expect(broken.stderr).toContain('does not conform');
  });

  it('sends the key of the registry only to the registry', async () => {
    const service = start();
    const env = { DRAGOMAN_KEY: 'dk_secret' };
    await ask('book a table for two tomorrow', { ...service, env });
    expect(service.calls.every(({ key }) => key === null)).toBe(true);
    await call(['agis', 'ask', 'quay-1', 'book a table for two tomorrow'], { ...service, env });
    expect(service.calls.at(-1)).toEqual({ path: 'POST /agents/quay-1/agis/table', key: 'dk_secret' });
  });
});

describe('dragoman agis ask through the gateway', () => {
  it('carries out an irreversible call after --confirm or a typed yes, and not otherwise', async () => {
    const desk = createHarbourDesk();
    const { fetch, close } = await openRegistry({}, { harbour: desk });
    const files = { 'desk.json': desk.describe('https://harbour.example/invoke') };
    const dragoman = (words: string[], situation = {}) => call(words, { fetch, files, ...situation });
    const book = async () => {
      const booked = await dragoman(['call', 'harbour-desk', 'book_berth', '-i', 'vessel=Fram', '-i', 'nights=2']);
      return JSON.parse(booked.stdout).booking as string;
    };
    const cancel = (booking: string, words: string[], situation = {}) =>
      dragoman(['agis', 'ask', 'harbour-desk', 'cancel the booking', '-i', `booking=${booking}`, ...words], situation);
    try {
      expect((await dragoman(['add', 'desk.json'])).code).toBe(0);
      const first = await book();
      expect((await cancel(first, [])).code).toBe(1);
      expect((await cancel(first, [], { terminal: { stdin: true }, answer: 'no' })).code).toBe(1);
      const confirmed = await cancel(first, ['--confirm']);
      expect([confirmed.code, confirmed.stderr]).toEqual([0, expect.any(String)]);
      expect(JSON.parse(confirmed.stdout)).toEqual({ cancelled: first });
      const second = await book();
      const typed = await cancel(second, [], { terminal: { stdin: true }, answer: 'yes' });
      expect(JSON.parse(typed.stdout)).toEqual({ cancelled: second });
    } finally {
      await close();
    }
  });
});
