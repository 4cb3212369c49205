/** The AIDIP face with a gateway, in memory: real routes, steps, store and ledger; agents are scripted. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { Caller } from '../../access/caller.js';
import type { Script, TestGateway } from '../../gateway/gateway.support.js';
import { createTestGateway, json as jsonReply } from '../../gateway/gateway.support.js';
import type { GatewayPorts, GatewaySettings } from '../../gateway/ports.js';
import type { UpstreamRequest } from '../../gateway/upstream.js';
import { createAidipCaller } from './call.js';
import type { Answer, Face } from './face.support.js';
import { admin, agent, createFace, keyHolder } from './face.support.js';

/** A caller that may register and call. */
export const caller = keyHolder('cora', 'agents:invoke');

/** A second caller. */
export const other = keyHolder('carl', 'agents:invoke');

/** An agent that returns its input. */
export const echo: Script = ({ body }) => jsonReply((body ?? null) as JsonValue);

/** The face with scripted agents. */
export interface CallFace extends Face {
  gateway: TestGateway;
  /** Requests that agents received, in order. */
  sent: UpstreamRequest[];
  /** Installs an agent at a URL. */
  serve(url: string, script: Script): void;
  invoke(path: string, body: unknown, sent?: { as?: Caller; headers?: Record<string, string> }): Promise<Answer>;
}

/** Creates the face; URLs without an installed agent echo. */
export async function createCallFace(
  settings: Partial<GatewaySettings> = {},
  ports: Partial<GatewayPorts> = {},
): Promise<CallFace> {
  const gateway = await createTestGateway(settings, {
    callers: [createAidipCaller({ ownOrigins: ['https://registry.test'] })],
    ...ports,
  });
  const scripts = new Map<string, Script>();
  gateway.script((request) => (scripts.get(request.url) ?? echo)(request));
  const { store, index } = gateway.ports;
  const face = createFace({ bodyBytes: 100_000 }, { store, index, gateway: gateway.gateway });
  // The gateway has an entry that the face did not register.
  await face.send('DELETE', '/agents/echo%2F1', { as: admin });
  return {
    ...face,
    gateway,
    sent: gateway.sent,
    serve: (url, script) => scripts.set(url, script),
    invoke: (path, body, { as = caller, headers = {} } = {}) =>
      face.send('POST', `/agents/${path}`, { as, body, headers }),
  };
}

/** An agent with one operation `run` with these inputs and other members. */
export function oneOperation(id: string, inputs: JsonObject, more: JsonObject = {}): JsonObject {
  const operation = { name: 'run', description: 'Runs.', inputs, outputs: { type: 'object' }, ...more };
  return agent(id, { endpoint: `https://${id}.example/call?tenant=7`, operations: [operation] });
}

/** An object schema with these required strings and no other members. */
export function texts(...names: string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'string' }])),
    required: names,
    additionalProperties: false,
  };
}

/** Two operations at one URL. */
export const desk: JsonObject = agent('desk', {
  endpoint: 'https://desk.example/desk',
  operations: [
    { name: 'quoteRate', description: 'Quotes.', inputs: texts('port'), outputs: { type: 'object' } },
    {
      name: 'trackContainer',
      description: 'Tracks.',
      batch: true,
      inputs: texts('booking'),
      outputs: { type: 'object' },
    },
  ],
});

/** Two operations with their own URLs. */
export const ward: JsonObject = agent('ward', {
  endpoint: 'https://ward.example/',
  operations: [
    {
      name: 'admit',
      description: 'Admits.',
      endpoint: 'https://ward.example/admit',
      inputs: texts('name'),
      outputs: { type: 'object' },
    },
    {
      name: 'discharge',
      description: 'Discharges.',
      endpoint: 'https://ward.example/discharge',
      inputs: texts('name'),
      outputs: { type: 'object' },
    },
  ],
});
