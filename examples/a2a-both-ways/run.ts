/**
 * Scenario: a long-running A2A agent is called in the background and sends a notification when it is done; a plain HTTP API
 * is used by the official A2A client. Every printed statement is asserted first.
 */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Task } from '@a2a-js/sdk';
import { Role, TaskState } from '@a2a-js/sdk';
import type { Client } from '@a2a-js/sdk/client';
import { ClientFactory } from '@a2a-js/sdk/client';
import { createMemoryStore } from '@dragoman/core/engine';
import { createServer, loadConfig } from '@dragoman/server';
import { startYardAgent } from './yard-agent.js';

const yard = await startYardAgent();
const notices: { token: string | undefined; body: string }[] = [];
const tides = createHttpServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks).toString();
  const isNotice = request.url?.startsWith('/notifications') === true;
  if (isNotice) notices.push({ token: String(request.headers['x-a2a-notification-token']), body });
  response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify({ metres: 3.2 }));
});
tides.listen(0, '127.0.0.1');
await once(tides, 'listening');
const api = `127.0.0.1:${(tides.address() as AddressInfo).port}`;

// These settings allow calls and notifications on loopback; a public registry needs none of them.
const config = loadConfig({
  flags: {
    port: 0,
    'log.level': 'silent',
    'outbound.allow': ['127.0.0.1'],
    'outbound.allowHttp': true,
    'a2a.notices': 'always',
  },
});
const server = await createServer(config, { store: createMemoryStore() });
const { url } = await server.listen();
try {
  await callA2aAgent();
  await callApiOverA2a();
} finally {
  await server.close();
  yard.close();
  tides.closeAllConnections();
  tides.close();
}

async function ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await answer.json()) as Record<string, unknown>;
}

async function importItem(item: Record<string, unknown>): Promise<string> {
  const { results } = (await ask('POST', '/imports', { items: [item] })) as { results: { id?: string }[] };
  const id = results[0]?.id;
  assert.ok(id !== undefined, JSON.stringify(results));
  return id;
}

async function until(holds: () => Promise<boolean> | boolean): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

async function callA2aAgent(): Promise<void> {
  const id = await importItem({ url: yard.cardUrl });
  const call = { message: 'Repair the mast of the Hel.' };
  const begun = await ask('POST', `/agents/${id}/invoke/repair`, call, { Prefer: 'respond-async' });
  assert.equal(begun.state, 'queued');
  await yard.webhookRegistered;
  console.log('The yard is working on its task and knows where to send the notification.');
  yard.finish();
  await until(async () => (await ask('GET', `/operations/${begun.id}`)).state === 'succeeded');
  const report = await ask('GET', `/operations/${begun.id}/result`);
  assert.equal(report.text, 'The mast is repaired.');
  console.log('After the notification the background call had its result: "The mast is repaired."');
}

async function callApiOverA2a(): Promise<void> {
  const responses = { '200': { description: 'The tide.', schema: { type: 'object' } } };
  const parameters = [{ name: 'harbour', in: 'query', type: 'string', required: true }];
  const get = { operationId: 'readTide', summary: 'Reads the tide.', parameters, responses };
  const info = { title: 'Tides', version: '1.0.0' };
  const document = { swagger: '2.0', info, host: api, schemes: ['http'], paths: { '/tide': { get } } };
  const id = await importItem({ document });
  const client = await new ClientFactory().createFromUrl(`${url}/agents/${id}/`);
  const task = await sendTide(client);
  for (const name of ['first', 'second']) {
    const webhook = { url: `http://${api}/notifications/${name}`, token: name, authentication: undefined };
    await client.createTaskPushNotificationConfig({ tenant: '', taskId: task.id, id: name, ...webhook });
  }
  await until(
    async () => (await client.getTask({ tenant: '', id: task.id })).status?.state === TaskState.TASK_STATE_COMPLETED,
  );
  const { tasks } = await client.listTasks({
    ...{ tenant: '', contextId: '', status: TaskState.TASK_STATE_UNSPECIFIED, pageSize: 10, pageToken: '' },
    ...{ historyLength: 0, statusTimestampAfter: undefined, includeArtifacts: true },
  });
  assert.deepEqual(tasks[0]?.artifacts[0]?.parts[0]?.content?.value, { metres: 3.2 });
  console.log('The official A2A client called a Swagger 2.0 API as a task and read the tide: 3.2 metres.');
  await until(() => notices.length === 2);
  assert.deepEqual(notices.map(({ token }) => token).sort(), ['first', 'second']);
  for (const { body } of notices) assert.match(body, /TASK_STATE_COMPLETED/);
  console.log('Both webhooks of the task were notified of its end, each with its own token.');
}

async function sendTide(client: Client): Promise<Task> {
  const part = { content: { $case: 'data' as const, value: { harbour: 'Hel' } } };
  const parts = [{ ...part, metadata: undefined, filename: '', mediaType: '' }];
  const context = { contextId: '', taskId: '', metadata: undefined, extensions: [], referenceTaskIds: [] };
  const answered = await client.sendMessage({
    tenant: '',
    message: { messageId: crypto.randomUUID(), role: Role.ROLE_USER, parts, ...context },
    configuration: { acceptedOutputModes: [], taskPushNotificationConfig: undefined, returnImmediately: true },
    metadata: undefined,
  });
  assert.ok('status' in answered);
  return answered;
}
