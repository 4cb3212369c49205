/** An A2A agent on the official server library, over real HTTP: the first word of a message selects its behavior. */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { AgentCard, Message, Part } from '@a2a-js/sdk';
import { Role, TaskState } from '@a2a-js/sdk';
import type { AgentExecutor, ExecutionEventBus, RequestContext } from '@a2a-js/sdk/server';
import {
  AgentEvent,
  DefaultPushNotificationSender,
  DefaultRequestHandler,
  InMemoryPushNotificationStore,
  InMemoryTaskStore,
} from '@a2a-js/sdk/server';
import { agentCardHandler, jsonRpcHandler, restHandler, UserBuilder } from '@a2a-js/sdk/server/express';
import * as officialGrpc from '@a2a-js/sdk/server/grpc';
import * as grpc from '@grpc/grpc-js';
import express from 'express';

/** A running agent. */
export interface A2aAgent {
  origin: string;
  /** URL of its card. */
  card: AgentCard;
  /** Received messages, in order. */
  heard: Message[];
  /** Registered webhooks. */
  places: { url: string; token: string }[];
  /** Ids of the tasks that were canceled, in order. */
  canceled: string[];
  /** Completes the tasks that wait. */
  finish(): void;
  close(): Promise<void>;
}

const textPart = (value: string): Part => ({
  content: { $case: 'text', value },
  metadata: undefined,
  filename: '',
  mediaType: '',
});

function message(parts: Part[], { contextId, taskId }: RequestContext): Message {
  const empty = { metadata: undefined, extensions: [], referenceTaskIds: [] };
  return { messageId: crypto.randomUUID(), contextId, taskId, role: Role.ROLE_AGENT, parts, ...empty };
}

/** Ends the work on a task with this id. */
type Canceled = { ids: string[]; ends: Map<string, () => void>; contexts: Map<string, string>; silent: Set<string> };

function createExecutor(heard: Message[], held: Promise<void>, canceled: Canceled): AgentExecutor {
  return {
    async execute(context, bus) {
      const { userMessage, taskId, contextId } = context;
      heard.push(userMessage);
      canceled.contexts.set(taskId, contextId);
      const [first] = userMessage.parts;
      const said = first?.content?.$case === 'text' ? first.content.value : '';
      const [word = '', how] = said.split(' ');
      if (how === 'silently') canceled.silent.add(taskId);
      if (word === 'hold') return hold(context, bus, { held, canceled });
      if (word in ends) return work(context, bus, word as keyof typeof ends);
      bus.publish(AgentEvent.message(message(userMessage.parts, { ...context, taskId, contextId } as RequestContext)));
      bus.finished();
    },
    // The pattern of the official cancellable agent: the work notices the cancellation and reports it.
    async cancelTask(taskId, bus) {
      canceled.ids.push(taskId);
      if (canceled.silent.has(taskId)) return;
      const end = canceled.ends.get(taskId);
      if (end !== undefined) return end();
      publishCanceled(bus, taskId, canceled.contexts.get(taskId) ?? '');
    },
  };
}

const ends = {
  work: TaskState.TASK_STATE_COMPLETED,
  report: TaskState.TASK_STATE_COMPLETED,
  fail: TaskState.TASK_STATE_FAILED,
  reject: TaskState.TASK_STATE_REJECTED,
  ask: TaskState.TASK_STATE_INPUT_REQUIRED,
  authorize: TaskState.TASK_STATE_AUTH_REQUIRED,
} as const;

function publishCanceled(bus: ExecutionEventBus, taskId: string, contextId: string): void {
  const status = { state: TaskState.TASK_STATE_CANCELED, timestamp: new Date().toISOString(), message: undefined };
  bus.publish(AgentEvent.statusUpdate({ taskId, contextId, status, metadata: undefined }));
  bus.finished();
}

interface Holding {
  held: Promise<void>;
  canceled: Canceled;
}

/** A task that runs until it is released or canceled. */
async function hold(context: RequestContext, bus: ExecutionEventBus, { held, canceled }: Holding): Promise<void> {
  const { taskId, contextId } = context;
  const status = { state: TaskState.TASK_STATE_WORKING, timestamp: new Date().toISOString(), message: undefined };
  bus.publish(AgentEvent.task({ id: taskId, contextId, status, artifacts: [], history: [], metadata: undefined }));
  const isCanceled = new Promise<boolean>((resolve) => canceled.ends.set(taskId, () => resolve(true)));
  if (!(await Promise.race([held.then(() => false), isCanceled]))) return work(context, bus, 'work');
  publishCanceled(bus, taskId, contextId);
}

function work(context: RequestContext, bus: ExecutionEventBus, word: keyof typeof ends): void {
  const { taskId, contextId } = context;
  const status = (state: TaskState, said?: string) => ({
    state,
    timestamp: new Date().toISOString(),
    message: said === undefined ? undefined : message([textPart(said)], context),
  });
  const place = { taskId, contextId, metadata: undefined };
  const working = status(TaskState.TASK_STATE_WORKING);
  bus.publish(
    AgentEvent.task({ id: taskId, contextId, status: working, artifacts: [], history: [], metadata: undefined }),
  );
  if (word === 'report') {
    const said = status(TaskState.TASK_STATE_WORKING, 'Looking for it.');
    bus.publish(AgentEvent.statusUpdate({ ...place, status: said }));
  }
  const isDone = ends[word] === TaskState.TASK_STATE_COMPLETED;
  if (isDone) {
    const artifact = { artifactId: 'a', name: 'a', description: '', metadata: undefined, extensions: [] };
    for (const piece of ['one', 'two']) {
      const parts = [textPart(piece)];
      bus.publish(
        AgentEvent.artifactUpdate({
          ...place,
          artifact: { ...artifact, parts },
          append: piece === 'two',
          lastChunk: false,
        }),
      );
    }
  }
  bus.publish(AgentEvent.statusUpdate({ ...place, status: status(ends[word], isDone ? undefined : 'Which one?') }));
  bus.finished();
}

/** Opens the port of a gRPC server. */
async function listenForGrpc(server: grpc.Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync('127.0.0.1:0', grpc.ServerCredentials.createInsecure(), (error, port) =>
      error === null ? resolve(port) : reject(error),
    );
  });
}

/** Starts an agent on a free loopback port, with one interface of the given binding and revision. */
export async function startA2aAgent(
  protocolBinding: 'JSONRPC' | 'HTTP+JSON' | 'GRPC',
  protocolVersion = '1.0',
): Promise<A2aAgent> {
  const app = express();
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const grpcServer = protocolBinding === 'GRPC' ? new grpc.Server() : undefined;
  const url = grpcServer === undefined ? `${origin}/a2a` : `127.0.0.1:${await listenForGrpc(grpcServer)}`;
  const card = cardOf({ url, protocolBinding, protocolVersion, tenant: '' });
  const heard: Message[] = [];
  const told: A2aAgent['places'] = [];
  let finish = () => {};
  const held = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const canceled: Canceled = { ids: [], ends: new Map(), contexts: new Map(), silent: new Set() };
  const places = new InMemoryPushNotificationStore();
  const save = places.save.bind(places);
  places.save = async (taskId, context, config) => {
    await save(taskId, context, config);
    told.push({ url: config.url, token: config.token });
  };
  const requestHandler = new DefaultRequestHandler(
    card,
    new InMemoryTaskStore(),
    createExecutor(heard, held, canceled),
    undefined,
    places,
    new DefaultPushNotificationSender(places),
  );
  const options = {
    requestHandler,
    userBuilder: UserBuilder.noAuthentication,
    legacyCompat: { enabled: protocolVersion === '0.3' },
  };
  const cardPath = '/.well-known/agent-card.json';
  if (protocolVersion === '0.3') app.get(cardPath, (_, response) => void response.json(olderCard(card)));
  // The official handler for both versions refuses a request without a version if the card has no interface of 0.3.
  else app.use(cardPath, agentCardHandler({ agentCardProvider: requestHandler, legacyCompat: { enabled: true } }));
  if (grpcServer === undefined)
    app.use('/a2a', (protocolBinding === 'JSONRPC' ? jsonRpcHandler : restHandler)(options));
  else {
    const userBuilder = officialGrpc.UserBuilder.noAuthentication;
    grpcServer.addService(officialGrpc.A2AService, officialGrpc.grpcService({ requestHandler, userBuilder }));
  }
  return {
    origin,
    card,
    heard,
    places: told,
    canceled: canceled.ids,
    finish,
    async close() {
      grpcServer?.forceShutdown();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function cardOf(only: AgentCard['supportedInterfaces'][number]): AgentCard {
  const skill = { inputModes: [], outputModes: [], securityRequirements: [], examples: ['Where is the tug?'] };
  return {
    name: 'Tug desk',
    description: 'Answers for the tugs of a harbour.',
    supportedInterfaces: [only],
    provider: { organization: 'Harbour Office', url: 'https://harbour.example' },
    version: '2.0',
    capabilities: { streaming: true, pushNotifications: true, extensions: [] },
    securitySchemes: {},
    securityRequirements: [],
    defaultInputModes: ['text/plain'],
    defaultOutputModes: ['text/plain'],
    skills: [{ id: 'tug-desk', name: 'Tug desk', description: 'Says where tugs are.', tags: ['tugs'], ...skill }],
    signatures: [],
  };
}

function olderCard({ supportedInterfaces, ...card }: AgentCard): unknown {
  return { ...card, protocolVersion: '0.3.0', url: supportedInterfaces[0]?.url, preferredTransport: 'JSONRPC' };
}
