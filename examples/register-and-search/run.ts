/**
 * Scenario: a registry starts, two publishers register three services, and several callers search. Every printed
 * statement is asserted first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AgentDocument, type Client, createClient, isDragomanError } from '@dragoman/sdk';
import { createServer, loadConfig, openAdministration } from '@dragoman/server';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const config = loadConfig({
  cwd: folder,
  flags: { port: 0, store: join(folder, 'registry.db'), 'log.level': 'silent' },
});
const keys = await issueKeys(['harbourmaster', 'st-anne-hospital']);
const server = await createServer(config);
try {
  const { url } = await server.listen();
  console.log(`A registry listens on ${url}.`);
  await search({
    harbour: createClient({ baseUrl: url, credential: { apiKey: keys.harbourmaster }, allowInsecure: true }),
    hospital: createClient({ baseUrl: url, credential: { apiKey: keys['st-anne-hospital'] }, allowInsecure: true }),
    anonymous: createClient({ baseUrl: url, allowInsecure: true }),
  });
} finally {
  await server.close();
  await rm(folder, { recursive: true, force: true });
}

async function search({
  harbour,
  hospital,
  anonymous,
}: Record<'harbour' | 'hospital' | 'anonymous', Client>): Promise<void> {
  for (const name of ['freight-desk', 'pier-weather'] as const) {
    // With keys in use, a service is private unless it is registered as public.
    const document = { ...(await readDocument(name)), visibility: 'public' as const };
    const { agent, created } = await harbour.agents.register(document);
    assert.equal(created, true);
    console.log(`The harbour registered ${agent.name} as ${agent.id}, for everyone.`);
  }
  await hospital.agents.register(await readDocument('interaction-checker'));
  console.log('The hospital registered its Interaction Checker as private.');

  const windy = await anonymous.agents.search({ query: 'how strong is the wind at the harbour' });
  assert.equal(windy.hits[0]?.id, 'pier-weather-001');
  console.log(`An anonymous search about the wind finds ${windy.hits[0]?.name} first.`);

  const polish = await anonymous.agents.search({ tags: ['sea'], languages: ['pl'] });
  assert.deepEqual(polish.hits.map(({ id }) => id).sort(), ['northquay-freight-desk', 'pier-weather-001']);
  console.log(
    'A search by tag and language finds both harbour services: one supports Polish, the other needs no language.',
  );

  const medicine = { query: 'do these two medicines interact' };
  const unseen = await anonymous.agents.search(medicine);
  assert.equal(
    unseen.hits.some(({ id }) => id === 'st-anne-interactions'),
    false,
  );
  await assert.rejects(
    anonymous.agents.read('st-anne-interactions'),
    (error) => isDragomanError(error) && error.code === 'NOT_FOUND',
  );
  const seen = await hospital.agents.search(medicine);
  assert.equal(seen.hits[0]?.id, 'st-anne-interactions');
  console.log('An anonymous search about medicines does not find the private service; the hospital finds it.');
}

async function readDocument(name: string): Promise<AgentDocument> {
  return JSON.parse(await readFile(new URL(`./${name}.json`, import.meta.url), 'utf8')) as AgentDocument;
}

async function issueKeys<Name extends string>(names: readonly Name[]): Promise<Record<Name, string>> {
  const administration = await openAdministration(config);
  const issued: Partial<Record<Name, string>> = {};
  for (const name of names) {
    issued[name] = (
      await administration.keys.create({ name, subject: name, scopes: ['registry:read', 'registry:write'] })
    ).key;
  }
  await administration.close();
  return issued as Record<Name, string>;
}
