/** An A2A agent on the official library: it accepts an order, works on it, and sends a notification when it is done. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AgentCard, Part } from '@a2a-js/sdk';
import { TaskState } from '@a2a-js/sdk';
import type { AgentExecutor } from '@a2a-js/sdk/server';
import {
  AgentEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from '@a2a-js/sdk/server';
import { jsonRpcHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import express from 'express';

/** A running agent. */
export interface YardAgent {
  cardUrl: string;
  /** Resolves when a client has registered a webhook for the task. */
  webhookRegistered: Promise<void>;
  /** Completes the work. */
  finish(): void;
  close(): void;
}

/** A promise with the function that settles it. */
function makeGate(): { passed: Promise<void>; open: () => void } {
  let open = () => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

function createExecutor(work: Promise<void>): AgentExecutor {
  return {
    async execute({ taskId, contextId }, bus) {
      const status = (state: TaskState) => ({ state, timestamp: new Date().toISOString(), message: undefined });
      const ids = { taskId, contextId, metadata: undefined };
      const begun = status(TaskState.TASK_STATE_WORKING);
      bus.publish(
        AgentEvent.task({ id: taskId, contextId, status: begun, artifacts: [], history: [], metadata: undefined }),
      );
      await work;
      const parts: Part[] = [
        {
          content: { $case: 'text', value: 'The mast is repaired.' },
          metadata: undefined,
          filename: '',
          mediaType: '',
        },
      ];
      const artifact = { artifactId: 'r', name: 'report', description: '', parts, metadata: undefined, extensions: [] };
      bus.publish(AgentEvent.artifactUpdate({ ...ids, artifact, append: false, lastChunk: true }));
      bus.publish(AgentEvent.statusUpdate({ ...ids, status: status(TaskState.TASK_STATE_COMPLETED) }));
      bus.finished();
    },
    async cancelTask() {},
  };
}

function describe(url: string): AgentCard {
  const modes = { inputModes: [], outputModes: [], securityRequirements: [] };
  return {
    name: 'Repair yard',
    description: 'Repairs ships; this takes a while.',
    supportedInterfaces: [{ url, protocolBinding: 'JSONRPC', protocolVersion: '1.0', tenant: '' }],
    provider: undefined,
    version: '1.0.0',
    capabilities: { streaming: false, pushNotifications: true, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'repair', name: 'Repair', description: 'Repairs a ship.', tags: ['ships'], examples: [], ...modes }],
    signatures: [],
  };
}

/** Starts the agent on a free loopback port. */
export async function startYardAgent(): Promise<YardAgent> {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const card = describe(`${origin}/a2a`);
  const [work, registration] = [makeGate(), makeGate()];
  const webhooks = new InMemoryPushNotificationStore();
  const sender = new DefaultPushNotificationSender(webhooks);
  const save = webhooks.save.bind(webhooks);
  webhooks.save = async (...given) => {
    await save(...given);
    registration.open();
  };
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    createExecutor(work.passed),
    undefined,
    webhooks,
    sender,
  );
  app.get('/.well-known/agent-card.json', (_, response) => void response.json(card));
  app.use('/a2a', jsonRpcHandler({ requestHandler, userBuilder: UserBuilder.noAuthentication }));
  return {
    cardUrl: `${origin}/.well-known/agent-card.json`,
    webhookRegistered: registration.passed,
    finish: work.open,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
