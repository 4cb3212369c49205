/** Entries that mean nearly the same as another provider's and are called alike, found with the built-in model. */
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

async function openCatalogue(embedder: string) {
  const server = await startTestServer({ flags: { 'search.embedder': embedder } });
  opened = server;
  const register = async ({ id, name, description, host = `${id}.example` }: Card) => {
    const body = {
      ...{ id, name, description, capabilities: ['rates'], endpoint: `https://${host}/call` },
      ...{ inputs: { type: 'object' }, outputs: { type: 'object' } },
    };
    const path = `/agents/${id}`;
    const there = (await server.ask('GET', path)).ok;
    const answer = await server.ask(there ? 'PUT' : 'POST', there ? path : '/agents', { body });
    expect(answer.status, await answer.clone().text()).toBeLessThan(300);
    const { findings } = (await (await server.ask('GET', `${path}/findings`)).json()) as {
      findings: { code: string; agent: string }[];
    };
    return findings.map(({ code, agent }) => `${code} ${agent}`);
  };
  await register(known);
  return register;
}

const finding = 'look-alike/same-meaning quay-rates';

/** Vectors grow in the background; each try is another text, so that it is looked at again. */
function foundOf(register: (card: Card) => Promise<string[]>, card: Card) {
  let tries = 0;
  return async () => {
    tries += 1;
    return (await register({ ...card, id: `${card.id}-${tries}`, host: card.host ?? `h${tries}.example` })).includes(
      finding,
    );
  };
}

describe('an entry that means nearly the same as another', () => {
  it('is found when it is called alike, and not when it is the same provider’s or something else', async () => {
    const register = await openCatalogue('instant');
    await expect.poll(foundOf(register, posing), { timeout: 10_000 }).toBe(true);
    expect(await register({ ...posing, id: 'own', host: 'quay-rates.example' })).not.toContain(finding);
    expect(await register({ ...posing, id: 'otherwise', name: 'Money changer' })).not.toContain(finding);
    const description = 'Returns the current price of parking between two streets that are given by their names.';
    expect(await register({ ...posing, id: 'parking', description })).not.toContain(finding);
  });

  it('is not looked for where there is no model', async () => {
    const register = await openCatalogue('none');
    expect(await foundOf(register, posing)()).toBe(false);
  });
});
