/**
 * Scenario: a pharmacy adds tools for agents to its Express application, next to its own routes and protected by the
 * same token. Every printed statement is asserted
 * first; the run fails if an assertion does not hold.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Tool, ToolDefinitionError } from '@dragoman/middleware';
import { addNact } from '@dragoman/middleware/express';
import { createPharmacy, isCustomer, type Pharmacy, token } from './pharmacy.js';
import { firstTools, secondTools } from './tools.js';

const folder = await mkdtemp(join(tmpdir(), 'dragoman-example-'));
const lockFile = join(folder, 'nact.lock.json');
try {
  await oldAndNew();
  await wrongCalls();
  await lockedVersions();
} finally {
  await rm(folder, { recursive: true, force: true });
}

/** Everything that the application adds. */
function addTools(pharmacy: Pharmacy, tools: Tool[], lock?: string): void {
  addNact(pharmacy.app, {
    root: '/v2',
    tools,
    authenticate: (_request, { headers }) => (isCustomer(headers.authorization) ? { subject: 'linden' } : undefined),
    ...(lock === undefined ? {} : { lockFile: lock }),
  });
}

async function oldAndNew(): Promise<void> {
  const pharmacy = createPharmacy();
  addTools(pharmacy, firstTools(pharmacy));
  await serving(pharmacy, async (api) => {
    assert.deepEqual((await api.get('/branches')).body, ['Linden Street', 'Harbour']);
    assert.deepEqual((await api.post('/refills', { rx: 'RX-1', days: 30 })).body, { order: 4_817_733 });
    console.log('The routes of the pharmacy work as before.');

    assert.equal((await api.get('/tools', '')).status, 401);
    const { items } = (await api.get('/tools')).body as { items: Signature[] };
    const [tool] = items;
    assert.ok(tool !== undefined && items.length === 1 && tool.version === 1);
    console.log(`The same token gives access to the tools: ${tool.name}, version ${tool.version}.`);

    const values: Record<string, unknown> = { 'Prescription Number': 'RX-20417', 'Days of Supply': 30 };
    const { body } = await api.post(`/tools/${tool.toolId}:invoke`, {
      name: tool.name,
      input_parameters: tool.input_parameters.map((input) => ({ name: input.name, value: values[input.name] })),
    });
    assert.deepEqual(body, { output_parameters: [{ name: 'Order Number', value: 4_817_734 }] });
    assert.equal(pharmacy.orders.length, 2);
    console.log('A script that knows only the signature has ordered a refill, without an extra network hop.');
  });
}

async function wrongCalls(): Promise<void> {
  const pharmacy = createPharmacy();
  const [tool] = firstTools(pharmacy);
  assert.ok(tool !== undefined);
  addTools(pharmacy, [tool]);
  await serving(pharmacy, async (api) => {
    const { status, body } = await api.post(`/tools/${tool.toolId}:invoke`, {
      name: tool.name,
      input_parameters: [
        { name: 'rx', value: 'RX-20417' },
        { name: 'Days of Supply', value: '30' },
      ],
    });
    const { error } = body as { error: { details: { problem: string }[] } };
    const problems = error.details.map(({ problem }) => problem);
    assert.deepEqual([status, problems], [400, ['unknown_parameter', 'missing_required', 'wrong_type']]);
    assert.equal(pharmacy.orders.length, 0);
    console.log('A call with three errors got all three reported, and nothing was ordered.');
  });
}

async function lockedVersions(): Promise<void> {
  const first = createPharmacy();
  addTools(first, firstTools(first));
  await serving(first, async ({ root }) => {
    assert.equal((await nact('check', root)).code, 1);
    assert.equal((await nact('lock', root)).code, 0);
    assert.equal((await nact('check', root)).code, 0);
  });
  console.log('"dragoman nact lock" has locked version 1; "dragoman nact check" agrees.');

  const changed = createPharmacy();
  const slip = firstTools(changed, 'Orders a refill.');
  assert.throws(() => addTools(changed, slip, lockFile), ToolDefinitionError);
  console.log('With a description changed in place, the application does not start.');

  const second = createPharmacy();
  const tools = secondTools(second);
  assert.throws(() => addTools(createPharmacy(), tools, lockFile), /nact lock/);
  addTools(second, tools);
  await serving(second, async (api) => {
    assert.match((await nact('check', api.root)).output, /unlocked/);
    assert.equal((await nact('lock', api.root)).code, 0);
    addTools(createPharmacy(), tools, lockFile);
    console.log('Version 2 adds an optional input and an output; after it was locked, the application started.');

    const call = {
      name: tools[0]?.name,
      input_parameters: [
        { name: 'Prescription Number', value: 'RX-20417' },
        { name: 'Days of Supply', value: 30 },
      ],
    };
    const path = `/tools/${tools[0]?.toolId}`;
    const old = (await api.post(`${path}/versions/1:invoke`, call)).body as Result;
    const current = (await api.post(`${path}:invoke`, call)).body as Result;
    assert.deepEqual([old.output_parameters.length, current.output_parameters.length], [1, 2]);
    console.log('Callers of version 1 still get what version 1 promised.');
  });
}

interface Signature {
  toolId: string;
  name: string;
  version: number;
  input_parameters: { name: string }[];
}

interface Result {
  output_parameters: unknown[];
}

interface Answer {
  status: number;
  body: unknown;
}

interface Api {
  root: string;
  get(path: string, credential?: string): Promise<Answer>;
  post(path: string, body: unknown): Promise<Answer>;
}

async function serving({ app }: Pharmacy, tell: (api: Api) => Promise<void>): Promise<void> {
  const server: Server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const root = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v2`;
  const send = async (path: string, init: RequestInit): Promise<Answer> => {
    const response = await fetch(`${root}${path}`, init);
    return { status: response.status, body: await response.json() };
  };
  const authorization = `Bearer ${token}`;
  try {
    await tell({
      root,
      get: (path, credential = authorization) => send(path, { headers: { authorization: credential } }),
      post: (path, body) =>
        send(path, {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Runs the command as a CI job would. */
function nact(verb: 'lock' | 'check', root: string): Promise<{ code: number; output: string }> {
  const command = fileURLToPath(new URL('../../packages/cli/bin/dragoman.js', import.meta.url));
  const args = [command, 'nact', verb, root, '--lock', lockFile, '--token-env', 'PHARMACY_TOKEN'];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { env: { ...process.env, PHARMACY_TOKEN: token } }, (error, stdout) =>
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout }),
    );
  });
}
