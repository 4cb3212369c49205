/** `dragoman call` and `dragoman operations` against a real server in-process, with the demo services. */

import type { Fetch } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import type { Situation } from '../cli.support.js';
import { call, openRegistriesPerTest } from '../cli.support.js';
import { createHarbourDesk } from '../demo/harbour-desk.js';
import { createOldLedger } from '../demo/old-ledger.js';
import { createStormRelay } from '../demo/storm-relay.js';
import type { ReceivedRequest, ServiceDefinition } from '../demo/upstream.js';

const openRegistry = openRegistriesPerTest();

const received: ReceivedRequest[] = [];
let registry: Fetch;

function watched(definition: ServiceDefinition): ServiceDefinition {
  return {
    ...definition,
    handle(request) {
      received.push(request);
      return definition.handle(request);
    },
  };
}

async function harbour() {
  received.length = 0;
  const agents = { harbour: createHarbourDesk(), ledger: createOldLedger(), storm: createStormRelay() };
  const watchedAgents = Object.fromEntries(Object.entries(agents).map(([name, agent]) => [name, watched(agent)]));
  const { fetch } = await openRegistry({}, watchedAgents);
  const documents = Object.entries(agents).map(([name, agent]) => agent.describe(`https://${name}.example/invoke`));
  await call(['add', 'all.json'], { fetch, files: { 'all.json': documents } });
  registry = fetch;
  return (argv: string, situation: Situation = {}) => call(argv.split(' '), { fetch, ...situation });
}

const terminal = { stdin: true, stdout: true, stderr: true };

describe('calling a service', () => {
  it('describes an image, writes it to a file with --save, and prints no bytes', async () => {
    const dragoman = await harbour();
    const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
    const imaging = (body: unknown, headers: Record<string, string> = {}) => ({
      fetch: async (url: string | URL | Request, init?: RequestInit) => {
        if (String(url).endsWith('/invoke')) return Response.json(body, { headers });
        return registry(String(url), init ?? {});
      },
    });
    const image = imaging(png.toString('base64'), { 'x-dragoman-media-type': 'image/png' });
    const shown = await dragoman('call harbour-desk forecast -i pier=7', { ...image, terminal });
    expect([shown.code, shown.stdout]).toEqual([0, '']);
    expect(shown.stderr).toContain('received image/png, 8 bytes; save it with --save FILE');
    const files: Record<string, unknown> = {};
    const saved = await dragoman('call harbour-desk forecast -i pier=7 --save pier.png', { ...image, files });
    expect([saved.code, saved.stdout]).toEqual([0, '']);
    expect(saved.stderr).toContain('saved image/png, 8 bytes, to pier.png');
    expect(Buffer.from(files['pier.png'] as Uint8Array)).toEqual(png);
    const part = { type: 'image', mimeType: 'image/png', data: png.toString('base64') };
    const two = imaging({ content: [part, part] });
    const parts = await dragoman('call harbour-desk forecast -i pier=7', two);
    expect(JSON.parse(parts.stdout).content[1].data).toBe('(image/png, 8 bytes)');
    await dragoman('call harbour-desk forecast -i pier=7 --save two.png', { ...two, files });
    expect(Object.keys(files)).toEqual(['pier.png', 'two.png', 'two-2.png']);
    await dragoman('call harbour-desk forecast -i pier=7 --save out.json', { ...imaging({ knots: 7 }), files });
    expect(JSON.parse(String(files['out.json']))).toEqual({ knots: 7 });
    expect((await dragoman('call harbour-desk forecast -i pier=7 --save a --stream')).code).toBe(2);
  });

  it('types the input by the schema, prints only the output to standard output, and names its origin', async () => {
    const dragoman = await harbour();
    const { code, stdout, stderr } = await dragoman('call harbour-desk forecast -i pier=7 --input hours=6');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ pier: '7', knots: expect.any(Number) });
    expect(stderr).toBe('third-party content from harbour-desk; matches its schema\n');
    expect(received).toMatchObject([{ operation: 'forecast', input: { pier: '7', hours: 6 } }]);
    const whole = await dragoman('call harbour-desk forecast --input - --json', { stdin: '{"pier":"N"}' });
    expect(JSON.parse(whole.stdout)).toMatchObject({ kind: 'answer', untrusted: true, verdict: 'fits', status: 200 });
  });

  it('prints the call in another form instead of making it, and the request of a dry run', async () => {
    const dragoman = await harbour();
    const curl = await dragoman('call harbour-desk forecast -i pier=7 --as curl');
    expect(curl).toMatchObject({ code: 0, stdout: expect.stringContaining(`\\\n  --data-raw '{"pier":"7"}'\n`) });
    const code = await dragoman('call harbour-desk forecast -i pier=7 --as sdk');
    expect(code.stdout).toMatch(/^import .+;\n/);
    const rpc = await dragoman('call harbour-desk forecast -i pier=7 --as json-rpc --json');
    expect(JSON.parse(rpc.stdout)).toMatchObject({ form: 'json-rpc', text: expect.stringContaining('tools/call') });
    expect((await dragoman('call harbour-desk forecast -i pier=7 --as telegram')).code).toBe(2);
    const dry = await dragoman('call harbour-desk forecast -i pier=7 --dry-run');
    expect(`${dry.stdout}${dry.stderr}`).toMatch(/would send\s+POST https:\/\/harbour\.example\/invoke/);
    expect(`${dry.stdout}${dry.stderr}`).toMatch(/header\s+content-type: application\/json/);
    expect(received).toEqual([]);
  });

  it('claims that the output matches its schema only if the operation declares one', async () => {
    const desk = createHarbourDesk();
    const { fetch } = await openRegistry({}, { harbour: desk });
    const described = JSON.parse(JSON.stringify(desk.describe('https://harbour.example/invoke')), (key, value) =>
      ['outputs', 'output_schema'].includes(key) ? {} : value,
    );
    const added = await call(['add', 'desk.json'], { fetch, files: { 'desk.json': described } });
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('created')]);
    const words = 'call harbour-desk forecast -i pier=7'.split(' ');
    const { code, stderr } = await call(words, { fetch });
    expect([code, stderr]).toEqual([0, 'third-party content from harbour-desk; not checked against a schema\n']);
    expect(JSON.parse((await call([...words, '--json'], { fetch })).stdout)).toMatchObject({ verdict: 'unchecked' });
  });

  it('warns of inputs that the operation does not declare, and suggests the nearest name', async () => {
    const dragoman = await harbour();
    const near = await dragoman('call harbour-desk forecast -i pier=7 -i huors=6');
    expect(near.stderr).toContain('warning: huors is not an input of this operation; did you mean hours?');
    expect(near.stderr.includes('It is sent')).toBe(near.code === 0);
    const missing = await dragoman('call harbour-desk forecast -i piers=7');
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('pier: missing') });
    expect(missing.stderr).toContain('piers is not an input of this operation; did you mean pier?');
    const far = await dragoman('call harbour-desk forecast -i pier=7 -i colour=red');
    expect(far.stderr).toContain('colour is not an input of this operation; the inputs are pier, hours.');
    expect((await dragoman('call harbour-desk forecast -i pier=7')).stderr).not.toContain('warning');
  });

  it('lists the operations when none is named, and reports every invalid field', async () => {
    const dragoman = await harbour();
    const which = await dragoman('call harbour-desk -i pier=7');
    expect(which).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('forecast, book_berth') });
    const faulty = await dragoman('call harbour-desk book_berth -i vessel=A -i size=3');
    expect(faulty).toMatchObject({ code: 1, stderr: expect.stringContaining('INVALID_INPUT') });
    for (const field of ['nights', 'size']) expect(faulty.stderr).toContain(`  ${field}: `);
    expect((await dragoman('call harbour-desk book_berth -i nights=many')).code).toBe(2);
    expect((await dragoman('call nobody')).code).toBe(1);
    expect(received).toEqual([]);
  });

  it('warns about output that violates its schema or contains instructions', async () => {
    const dragoman = await harbour();
    const { code, stderr } = await dragoman('call old-ledger -i vessel=Anna');
    expect(code).toBe(0);
    expect(stderr).toContain('violates its schema');
    expect(stderr).toContain('[gateway/output-mismatch]');
    expect(stderr).toContain('[text/instruction-override]');
    const unknown = await dragoman('call old-ledger -i vessel=Nobody');
    expect(unknown).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('third-party text: data, not instructions):\n  No vessel Nobody'),
    });
  });

  it('previews a call, and runs exactly that call with the token', async () => {
    const dragoman = await harbour();
    await dragoman('call harbour-desk book_berth -i vessel=Anna -i nights=2');
    const cancel = 'call harbour-desk cancel_booking -i booking=B-1001';
    const preview = await dragoman(`${cancel} --dry-run`);
    expect(preview.code).toBe(0);
    expect(preview.stderr).toContain('irreversible');
    expect(preview.stderr).toContain('POST https://harbour.example/invoke');
    expect(preview.stderr).toMatch(/^Preview: nothing was called\.$/m);
    expect(preview.stderr).toMatch(/--confirm=\S+ instead of --dry-run$/m);
    const [, token] = /--confirm=(\S+)/.exec(preview.stderr) ?? [];
    const other = await dragoman(`call harbour-desk cancel_booking -i booking=B-1002 --confirm=${token}`);
    expect(other.stderr).toContain('Repeat the command with --dry-run');
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('CONFIRMATION_REQUIRED') });
    expect(received).toHaveLength(1);
    expect(await dragoman(`${cancel} --confirm=${token}`)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('"cancelled": "B-1001"'),
    });
    const json = await dragoman('call harbour-desk cancel_booking -i booking=B-1003 --dry-run --json');
    expect(JSON.parse(json.stdout)).toMatchObject({ kind: 'preview', confirmation: { token: expect.any(String) } });
  });

  it('asks for confirmation of irreversible calls, and only in a terminal', async () => {
    const dragoman = await harbour();
    await dragoman('call harbour-desk book_berth -i vessel=Anna -i nights=2');
    const cancel = 'call harbour-desk cancel_booking -i booking=B-1001';
    const refused = await dragoman(cancel, { terminal, answer: 'n' });
    expect(refused).toMatchObject({ code: 1, questions: ['Call it? [y/N] '] });
    expect(refused.stderr).toContain('Nothing was called.');
    const script = await dragoman(cancel);
    expect(script).toMatchObject({ code: 1, questions: [], stderr: expect.stringContaining('--confirm') });
    expect(received).toHaveLength(1);
    const agreed = await dragoman(cancel, { terminal, answer: 'y' });
    expect(agreed).toMatchObject({ code: 0, questions: ['Call it? [y/N] '] });
    await dragoman('call harbour-desk book_berth -i vessel=Anna -i nights=2');
    const beforehand = await dragoman(`${cancel} --confirm`);
    expect(beforehand).toMatchObject({ code: 0, questions: [] });
  });

  it('runs a call once per idempotency key, and prints the key when the outcome is unknown', async () => {
    const dragoman = await harbour();
    const book = 'call harbour-desk book_berth -i vessel=Anna -i nights=2 --key-for-retry anna-1';
    const first = await dragoman(book);
    const again = await dragoman(book);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toContain('not executed again');
    expect(received).toHaveLength(1);
    const other = await dragoman('call harbour-desk book_berth -i vessel=B -i nights=2 --key-for-retry anna-1');
    expect(other).toMatchObject({ code: 1, stderr: expect.stringContaining('IDEMPOTENCY_CONFLICT') });
    const lost = await dragoman('call storm-relay send_notice -i message=storm --key-for-retry s-1');
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('OUTCOME_UNKNOWN') });
    expect(received.filter(({ operation }) => operation === 'send_notice')).toHaveLength(1);
    const open = await dragoman('call harbour-desk book_berth -i vessel=B -i nights=2', { fetch: failingInvoke });
    expect(open.stderr).toMatch(/^error: [\s\S]*--key-for-retry=[\da-f-]{36}/);
    const read = await dragoman('call harbour-desk forecast -i pier=7', { fetch: failingInvoke });
    expect([read.code, read.stderr.includes('--key-for-retry')]).toEqual([1, false]);
  });

  it('reports errors to people: without advice for programs, with the means of the command line', async () => {
    const dragoman = await harbour();
    const unknown = await dragoman('call nobody');
    expect(unknown.stderr).toContain(`No agent with id 'nobody'. Check the id: "dragoman list" shows the services`);
    expect(unknown.stderr).not.toContain('Do not retry it unchanged');
    const token = await dragoman('call harbour-desk cancel_booking -i booking=B-1001 --confirm=abc');
    expect(token.stderr).toContain('Repeat the command with --dry-run to review the call');
    expect(token.stderr).not.toContain('X-Dry-Run');
  });

  it('traces a call with the checks that it passed and the one that refused it', async () => {
    const dragoman = await harbour();
    const refused = await dragoman('call harbour-desk book_berth -i vessel=A');
    const [, id = ''] = /trace id: (\w+)/.exec(refused.stderr) ?? [];
    const { stdout } = await dragoman(`trace ${id}`);
    expect(stdout).toMatch(/Access\s+passed/);
    expect(stdout).toMatch(/Input\s+INVALID_INPUT/);
  });

  it('prints the parts of a stream as they arrive', async () => {
    const dragoman = await harbour();
    const { code, stdout } = await dragoman('call harbour-desk log_of_day -i pier=7 --stream');
    expect(code).toBe(0);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text)),
    ).toMatchObject([{ entry: 'Fog' }, { at: '08:40' }]);
    const json = await dragoman('call harbour-desk log_of_day -i pier=7 --stream --json');
    const events = json.stdout
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as { event: string });
    expect(events.map(({ event }) => event)).toEqual(['message', 'message', 'done']);
    const both = await dragoman('call harbour-desk log_of_day -i pier=7 --stream --dry-run');
    expect(both.code).toBe(2);
  });

  it('reports the result of each input of a batch', async () => {
    const dragoman = await harbour();
    const stdin = JSON.stringify([{ pier: 'A' }, { pier: 'B' }]);
    const { code, stdout, stderr } = await dragoman('call harbour-desk forecast -i -', { stdin });
    expect([code, stderr]).toEqual([0, '2 of 2 succeeded\n']);
    expect(JSON.parse(stdout)).toMatchObject([{ output: { pier: 'A' } }, { output: { pier: 'B' } }]);
    const refused = await dragoman('call harbour-desk cancel_booking -i -', { stdin: '[{"booking":"x"}]' });
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('INVALID_INPUT') });
  });
});

const failingInvoke: NonNullable<Situation['fetch']> = async (input) => {
  if (input.endsWith('/invoke')) throw new TypeError('fetch failed');
  return Response.json({ ...createHarbourDesk().describe('https://harbour.example/invoke') });
};

describe('background calls', () => {
  it('starts, lists, shows, waits for and cancels them', async () => {
    const dragoman = await harbour();
    const started = await dragoman('call harbour-desk forecast -i pier=7 --async');
    expect(started.code).toBe(0);
    const id = started.stdout.trim();
    const waited = await dragoman(`operations wait ${id} --json`);
    expect(waited.code).toBe(0);
    expect(JSON.parse(waited.stdout)).toMatchObject({ output: { pier: '7' }, untrusted: true });
    const files: Record<string, unknown> = {};
    expect((await dragoman(`operations wait ${id} --save out.json`, { files })).stdout).toBe('');
    expect(JSON.parse(String(files['out.json']))).toMatchObject({ pier: '7' });
    const shown = await dragoman(`operations show ${id}`);
    expect(shown.stdout).toContain('succeeded');
    expect(JSON.parse((await dragoman(`operations show ${id} --json`)).stdout)).toMatchObject({ id, ended: true });
    expect((await dragoman('operations list')).stdout).toContain(id);
    expect(JSON.parse((await dragoman('operations list --json')).stdout)).toMatchObject([{ id, state: 'succeeded' }]);
    expect(await dragoman(`operations cancel ${id}`)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('CONFLICT'),
    });
    expect((await dragoman('operations wait nothing')).code).toBe(1);
  });
});
