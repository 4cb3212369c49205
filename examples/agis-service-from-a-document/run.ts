/**
 * Scenario: an AGIS document and an upstream become a service. An agent discovers it, matches a sentence, calls it,
 * detects a result that contradicts the document, and negotiates an endpoint that was not published. Every printed statement is
 * asserted first.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, createClient, isDragomanError } from '@dragoman/sdk';
import { type AgisAgent, createAgisAgent, type DiscoveredService } from '@dragoman/sdk/agis';
import { createServer, loadConfig } from '@dragoman/server';
import { parse } from 'yaml';
import { startDesk } from './desk.js';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const desk = await startDesk();
const config = loadConfig({
  cwd: folder,
  flags: {
    port: 0,
    store: join(folder, 'registry.db'),
    'log.level': 'silent',
    'outbound.allow': ['127.0.0.1'],
    'outbound.allowHttp': true,
  },
});
const server = await createServer(config);
try {
  const { url } = await server.listen();
  const client = createClient({ baseUrl: url, allowInsecure: true });
  const id = await register(client);
  const agent = createAgisAgent({ allowInsecure: true, timeZone: 'Europe/London' });
  const service = await agent.discover(`${url}/agents/${id}/agis`);
  console.log(`Discovered ${service.service.service}: ${service.service.verbs.join(', ')}.`);
  await renew(agent);
  await broken(agent);
  await negotiate(client, agent, service, id);
} finally {
  await server.close();
  await desk.close();
  await rm(folder, { recursive: true, force: true });
}

async function register(client: Client): Promise<string> {
  const document = parse(await readFile(new URL('./lending.agis', import.meta.url), 'utf8'));
  const { results } = await client.imports.create([{ document: { ...document, x_http_base: desk.address } }]);
  const [result] = results;
  assert.equal(result?.error, undefined, JSON.stringify(result?.error));
  console.log('The document is registered; calls go to the desk.');
  return result?.id ?? '';
}

async function renew(agent: AgisAgent): Promise<void> {
  const match = agent.match('please renew my loan L-31');
  assert.deepEqual([match.decision, match.arguments], ['call', { loan_id: 'L-31' }]);
  const answer = await agent.perform(match);
  assert.deepEqual([answer.output, answer.asDeclared], [{ status: 'RENEWED', due_date: '2026-12-24' }, true]);
  console.log('"please renew my loan L-31" matched RENEW /loan/{loan_id}, and the loan is renewed as declared.');
  const vague = agent.match('renew my loan');
  assert.deepEqual(
    vague.questions.map(({ parameter }) => parameter),
    ['loan_id'],
  );
  console.log('"renew my loan" calls nothing; the agent asks which loan.');
}

async function broken(agent: AgisAgent): Promise<void> {
  const answer = await agent.perform(agent.match('renew loan L-13'));
  assert.equal(answer.asDeclared, false);
  console.log('The desk answered 200 for L-13, but its status contradicts the document, and this was reported.');
}

async function negotiate(client: Client, agent: AgisAgent, service: DiscoveredService, id: string): Promise<void> {
  const proposal = {
    dataClass: 'opening-hours',
    sessionId: 'reading-room-7',
    endpoint: {
      method: 'FIND',
      path: '/branch',
      semantic: {
        intent: 'Finds out when a branch is open',
        actor: 'agent',
        outcome: 'The opening hours of the branch are returned',
        impact_tier: 'informational',
      },
      input: { type: 'object', properties: { branch: { type: 'string' } }, required: ['branch'] },
      output: { type: 'object', properties: { opens: { type: 'string' }, closes: { type: 'string' } }, required: [] },
      errors: [{ name: 'branch_unknown', description: 'There is no such branch' }],
    },
  };
  const early = await agent.propose(service, proposal);
  assert.equal(early.outcome, 'rejected');
  await client.dataClasses.bind(id, 'opening-hours', {
    fields: { branch: { type: 'string' }, opens: { type: 'string' }, closes: { type: 'string' } },
    filters: ['branch'],
    source: { kind: 'rows', rows: [{ branch: 'harbour', opens: '09:00', closes: '17:00', alarm_code: '4711' }] },
  });
  const negotiated = await agent.propose(service, proposal);
  assert.equal(negotiated.outcome, 'instantiated');
  const [endpoint] = agent.withVerb('FIND');
  assert.ok(endpoint !== undefined);
  const { output } = await agent.call(endpoint, { branch: 'harbour' }, { confidence: 0.9 });
  assert.deepEqual(output, { opens: '09:00', closes: '17:00' });
  console.log('An unpublished endpoint was negotiated and called; it returns only the fields of its class.');
  const published = await agent
    .call({ ...endpoint, path: '/nothing' }, { branch: 'x' }, { confidence: 0.9 })
    .catch((error: unknown) => error);
  assert.ok(isDragomanError(published) && published.code === 'NOT_FOUND');
}
