/** Entries with nearly the same meaning and name as another provider's, found with the built-in model. */
import { afterEach, describe, expect, it } from 'vitest';
import type { TestServer } from './server.support.js';
import { startTestServer } from './server.support.js';

let opened: TestServer | undefined;
afterEach(async () => {
  await opened?.server.close();
  opened = undefined;
});

interface Card {
  id: string;
  name: string;
  description: string;
  host?: string;
}

const known: Card = {
  id: 'quay-rates',
  name: 'Currency rates',
  description: 'Returns the current exchange rate between two currencies, given by their ISO codes.',
};

/** The same in other words and in another order, under nearly the same name. */
const posing: Card = {
  id: 'posing',
  name: 'Currency rate',
  description: 'Returns the current rate of exchange between two currencies that are given by their ISO codes.',
};

async function openCatalogue(embedder: string, policy = 'note') {
  const server = await startTestServer({ flags: { 'search.embedder': embedder, 'registry.lookAlikes': policy } });
  opened = server;
  const register = async ({ id, name, description, host = `${id}.example` }: Card) => {
    const body = {
      ...{ id, name, description, capabilities: ['rates'], endpoint: `https://${host}/call` },
      ...{ inputs: { type: 'object' }, outputs: { type: 'object' } },
    };
    const answer = await server.ask('POST', '/agents', { body });
    expect(answer.status, await answer.clone().text()).toBe(201);
  };
  const standing = async (id: string) =>
    (await (await server.ask('GET', `/agents/${id}/findings`)).json()) as {
      status: string;
      held: boolean;
      findings: { code: string; agent: string }[];
    };
  const findingsOf = async (id: string) =>
    (await standing(id)).findings.map(({ code, agent }) => `${code} ${agent}`).sort();
  await register(known);
  return { register, standing, findingsOf };
}

type Catalogue = Awaited<ReturnType<typeof openCatalogue>>;

const finding = 'look-alike/same-meaning quay-rates';
const pollOptions = { timeout: 20_000, interval: 50 };

/**
 * Registers copies until one was not compared at registration but found afterwards. Entries are checked again in
 * order of arrival, so every earlier registration has been checked too.
 */
async function letTimePass({ register, findingsOf }: Catalogue): Promise<void> {
  for (let copy = 1; copy <= 50; copy += 1) {
    await register({ ...posing, id: `copy-${copy}` });
    const atOnce = (await findingsOf(`copy-${copy}`)).includes(finding);
    await expect.poll(() => findingsOf(`copy-${copy}`), pollOptions).toContain(finding);
    if (!atOnce) return;
  }
  throw new Error('every copy was compared at once; nothing was deferred');
}

describe('an entry that means nearly the same as another', () => {
  it('is found though the vectors are computed after it; entries of the same provider and different ones are not', async () => {
    const catalogue = await openCatalogue('instant');
    const { register, findingsOf } = catalogue;
    await register({ ...posing, id: 'own', host: 'quay-rates.example' });
    await register({ ...posing, id: 'otherwise', name: 'Money changer' });
    const description = 'Returns the current price of parking between two streets that are given by their names.';
    await register({ ...posing, id: 'parking', description });
    await letTimePass(catalogue);
    for (const id of ['own', 'otherwise', 'parking']) expect(await findingsOf(id), id).not.toContain(finding);
    expect(await findingsOf(known.id)).toEqual([]);
  });

  it('is held from then on where that is the policy, and the original is not', async () => {
    const { register, standing } = await openCatalogue('instant', 'hold');
    await register({ ...posing, name: 'Rates of currency' });
    await expect.poll(() => standing(posing.id), pollOptions).toMatchObject({ status: 'inactive', held: true });
    expect(await standing(known.id)).toMatchObject({ status: 'active', held: false, findings: [] });
  });

  it('is not looked for without a model', async () => {
    const { register, findingsOf } = await openCatalogue('none');
    await register(posing);
    expect(await findingsOf(posing.id)).not.toContain(finding);
  });
});
