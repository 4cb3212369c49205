/** `dragoman approvals` against a real server in-process: a call waits, a person decides, the call is made. */
import { beforeAll, expect, it } from 'vitest';
import { call, openRegistriesPerTest } from '../cli.support.js';
import { createHarbourDesk } from '../demo/harbour-desk.js';

/** Loading the server takes long on a busy machine. */
beforeAll(async () => void (await import('@dragoman/server')), 120_000);

const openRegistry = openRegistriesPerTest();

async function harbour() {
  const desk = createHarbourDesk();
  const { fetch } = await openRegistry({}, { harbour: desk }, { 'gateway.irreversible': 'person' });
  const files = { 'desk.json': desk.describe('https://harbour.example/invoke') };
  const dragoman = (argv: string, columns = 80) =>
    call(argv.split(' '), { fetch, files, terminal: { stdout: true, columns } });
  await dragoman('add desk.json');
  const book = async () => {
    const { stdout } = await dragoman('call harbour-desk book_berth -i vessel=Fram -i nights=2 --json');
    return JSON.parse(stdout).output.booking as string;
  };
  return { dragoman, book };
}

it('lists, shows and approves a call that waits; the same command then makes it once', async () => {
  const { dragoman, book } = await harbour();
  expect(await dragoman('approvals list')).toMatchObject({ code: 0, stderr: expect.stringContaining('Nothing waits') });
  const booking = await book();
  const cancel = `call harbour-desk cancel_booking -i booking=${booking}`;
  const waiting = await dragoman(`${cancel} --confirm`);
  expect(waiting.code).toBe(1);
  expect(waiting.stderr).toMatch(/waits until a person approves[\s\S]*dragoman approvals list/);
  const listed = await dragoman('approvals list');
  expect(listed.stdout).toMatch(/harbour-desk[\s\S]*cancel_booking/);
  const [id = ''] = /[0-9a-f-]{36}/.exec(listed.stdout) ?? [];
  const shown = await dragoman(`approvals show ${id}`);
  expect(shown.stdout).toContain(`"booking": "${booking}"`);
  expect(shown.stderr).toContain('approvals approve');
  expect((await dragoman(`approvals approve ${id}`)).stdout).toContain('approved: harbour-desk cancel_booking');
  expect((await dragoman(`approvals approve ${id}`)).code).toBe(1);
  expect((await dragoman(cancel)).code).toBe(0);
  expect((await dragoman('approvals list --all')).stdout).toContain('used');
});

it('declines a call with a note, which the caller reads', async () => {
  const { dragoman, book } = await harbour();
  const cancel = `call harbour-desk cancel_booking -i booking=${await book()}`;
  await dragoman(cancel);
  const [{ id }] = JSON.parse((await dragoman('approvals list --json')).stdout);
  expect((await dragoman(`approvals decline ${id} --note wrong-booking`)).code).toBe(0);
  const refused = await dragoman(cancel);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('declined')]);
});
