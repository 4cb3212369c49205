/** A closed catalogue seen through the client and the command line: private services, hidden ids and dry runs. */
import { createClient } from '@dragoman/sdk';
import { describe, expect, it } from 'vitest';
import { call, openRegistriesPerTest, pierWeather } from '../cli.support.js';

const openRegistry = openRegistriesPerTest();

const registryAt = { baseUrl: 'http://127.0.0.1:4780', allowInsecure: true };

/** A registry with an administrator's key, which makes it private by default, and two callers. */
async function openClosed() {
  const { fetch } = await openRegistry();
  const admin = (await createClient({ ...registryAt, fetch }).keys.create({ name: 'admin', scopes: ['admin'] })).key;
  const caller = async (name: string) => {
    const scopes = ['registry:read', 'registry:write', 'agents:invoke'];
    const { key } = await createClient({ ...registryAt, fetch, credential: { apiKey: admin } }).keys.create({
      name,
      subject: name,
      scopes,
    });
    const dragoman = (argv: string, files: Record<string, unknown> = {}) =>
      call(argv.split(' '), { fetch, files, env: { DRAGOMAN_KEY: key } });
    return { dragoman, client: createClient({ ...registryAt, fetch, credential: { apiKey: key } }) };
  };
  return { ann: await caller('ann'), eve: await caller('eve') };
}

/** What two answers have in common, apart from the id that was asked for. */
const plain = (answer: unknown, id: string) =>
  JSON.stringify(answer)
    .replaceAll(id, 'ID')
    .replaceAll(/[0-9a-f]{32}/g, 'TRACE');

describe('a service that another caller added', () => {
  it('is private unless --public says otherwise, and looks as if it did not exist', async () => {
    const { ann, eve } = await openClosed();
    const files = { 'own.json': pierWeather, 'shown.json': { ...pierWeather, id: 'shown' } };
    expect((await ann.dragoman('add own.json', files)).code).toBe(0);
    expect((await ann.dragoman('add shown.json --public', files)).code).toBe(0);
    const list = (await eve.dragoman('list --json')).stdout;
    expect([list.includes('shown'), list.includes(pierWeather.id)]).toEqual([true, false]);
    for (const command of ['show', 'call']) {
      const answerOf = async (id: string) => plain(await eve.dragoman(`${command} ${id}`), id);
      expect(await answerOf(pierWeather.id)).toBe(await answerOf('nothing-here'));
    }
    await expect(eve.client.agents.read(pierWeather.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(eve.client.agents.invoke(pierWeather.id, {})).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('has an id that is reported like that of a deleted one', async () => {
    const { ann, eve } = await openClosed();
    const named = (id: string) => ({ ...pierWeather, id });
    await ann.client.agents.register(named('hidden'));
    await ann.client.agents.register(named('removed'));
    expect((await ann.dragoman('remove removed --yes')).code).toBe(0);
    const refusalOf = async (id: string) => {
      const printed = await eve.dragoman('add taken.json', { 'taken.json': named(id) });
      const thrown = await eve.client.agents.register(named(id)).catch((error: unknown) => error);
      const { code, message } = thrown as { code: string; message: string };
      return plain([printed, code, message], id);
    };
    const refusal = await refusalOf('hidden');
    expect(refusal).toContain('is not available; choose another id');
    expect(refusal).toBe(await refusalOf('removed'));
  });
});

describe('a dry run of a call that lacks a credential', () => {
  it('fails like the call', async () => {
    const { ann } = await openClosed();
    await ann.client.agents.register(pierWeather);
    const codeOf = async (calling: Promise<unknown>) =>
      calling.then(
        () => undefined,
        (error: unknown) => (error as { code: string }).code,
      );
    const real = await codeOf(ann.client.agents.invoke(pierWeather.id, {}));
    expect(real).toMatch(/^[A-Z_]+$/);
    expect(await codeOf(ann.client.agents.invoke(pierWeather.id, {}, { dryRun: true }))).toBe(real);
    const printed = await ann.dragoman(`call ${pierWeather.id} forecast --dry-run`);
    expect([printed.code, printed.stderr.includes(String(real))]).toEqual([1, true]);
  });
});
