/** Assembles the gateway: the steps between callers and services, the upstream client, and background work. */
import { randomBytes, randomUUID } from 'node:crypto';
import type {
  Approvals,
  CallLog,
  EntryIndex,
  Gateway,
  GatewayPorts,
  KeptResults,
  PolicyEngine,
  Runner,
  RunnerPorts,
  RunSettings,
  Spans,
  Store,
  Upstream,
} from '@dragoman/core/engine';
import {
  createAcceptRun,
  createApprovals,
  createDeduplicate,
  createGateway,
  createKeptResults,
  createNotifyEnds,
  createRunner,
  keepParts,
  withListeners,
} from '@dragoman/core/engine';
import type { A2aCallerOptions, ConversationIds, NotificationInbox, TaskQuestions } from '@dragoman/core/faces';
import {
  classFunction,
  createA2aCaller,
  createAgisCaller,
  createAidipCaller,
  createClassRows,
  createConversationIds,
  createHttpCaller,
  createMailbox,
  createMcpCaller,
  createNactCaller,
  createNotificationInbox,
  createTaskQuestions,
  createWriteA2aNotice,
} from '@dragoman/core/faces';
import type { AcquireKey, Clock, RateLimiter } from '@dragoman/core/http';
import { isJsonObject } from '@dragoman/model';
import { openClassSources } from '../class-sources/open-class-sources.js';
import type { Config } from '../config/config.js';
import type { OpenEvents } from '../events/open-events.js';
import type { Children } from '../mcp-children/open-children.js';
import { createCallLog } from '../observe/call-log.js';
import { startUsageCounter } from '../observe/count-usage.js';
import type { Logger } from '../observe/logger.js';
import type { Metrics } from '../observe/metrics.js';
import type { NodeLink } from '../redis/node-link.js';
import { every } from '../runtime/every.js';
import { laterOf } from '../runtime/later-of.js';
import { createNewId } from '../runtime/new-id.js';
import { pause } from '../runtime/pause.js';
import type { OpenAgentStats } from '../search/agent-stats.js';
import type { Siblings } from '../workers/siblings.js';
import { createSharedSessions } from '../workers/upstream-sessions.js';
import { createApprovalWebhook } from './approval-webhook.js';
import { openIntentLog } from './intent-log.js';
import type { PayloadCapture } from './payload-capture.js';
import { openPayloadCapture } from './payload-capture.js';
import { passTaskNotices } from './task-notices.js';

/** Dependencies of the gateway. */
export interface OpenGatewayPorts {
  config: Config;
  clock: Clock;
  /** Clock of durations and leases. */
  steady: Clock;
  store: Store;
  index: EntryIndex;
  logger: Logger;
  metrics: Pick<Metrics, 'runs' | 'noteCall'>;
  elapsed: () => number;
  limiter: RateLimiter;
  acquireKey: AcquireKey;
  upstream: Upstream;
  spans: Spans;
  credentialsFor: GatewayPorts['credentialsFor'];
  /** The policy of the server. */
  policy: Pick<PolicyEngine, 'mayInvoke' | 'quotasOf'>;
  validateElsewhere: NonNullable<GatewayPorts['validateElsewhere']>;
  /** Version of this server. */
  version: string;
  /** MCP servers that run as child processes; ended with the gateway. */
  children: Children;
  /** Origins under which this server is reachable. */
  ownOrigins: readonly string[];
  /** Public URL of this server; its port is known only once it listens. */
  origin: () => string;
  /** Other workers on the same port. */
  siblings?: Pick<
    Siblings,
    'notifyTask' | 'onNotice' | 'abortRun' | 'onAbortRun' | 'notifyChange' | 'onChange' | 'questions' | 'sessions'
  >;
  /** Other nodes, which are notified at once; without them they find out by polling the store. */
  nodes: Pick<NodeLink, 'notifyTask' | 'onNotice' | 'abortRun' | 'onAbortRun' | 'sessions'> | undefined;
  /** Counts the results of calls. */
  standing: Pick<OpenAgentStats, 'noteCall'>;
  events: Pick<OpenEvents, 'onCall' | 'onApproval'>;
  /** Creates a listener for background failures of the store. */
  report: (during: string) => (error: unknown) => void;
}

/** The gateway with its background work. */
export interface OpenGateway {
  gateway: Gateway;
  runner: Runner;
  runSettings: RunSettings;
  /** Questions of services during background calls of MCP clients. */
  taskQuestions: TaskQuestions;
  approvals: Approvals;
  /** Results that were too large for their readers. */
  results: KeptResults;
  /** Secret from which each caller's webhook secret is derived. */
  webhookKey: string;
  /** Accepts notifications about remote tasks. */
  notices: NotificationInbox;
  /** Binds ids of remote A2A tasks to their callers. */
  ids: ConversationIds;
  /** Seals the credentials of A2A notification receivers. */
  pushSecret: string;
  /** Captures payloads; absent where that is not allowed. */
  capture?: PayloadCapture;
  /** Resolves when the records of all calls that have ended in this process are in the store. */
  flushRecords(): Promise<void>;
  /** Notes something that changes before it is done; absent where intents are not written. */
  intend?: CallLog['intend'];
  /** Extends the time for which calls of this process count as running. */
  renewIntents(): Promise<void>;
  /** Ends background work, flushes pending writes, and closes the upstream client. */
  close(): Promise<void>;
}

/** Faces whose body is the output of a service and nothing else. */
const bareFaces = ['aidip', 'agis'];

/** Milliseconds that background calls have to end when the server stops, and records to be written. */
const runGraceMs = 5000;
const recordGraceMs = 5000;

/** Assembles the gateway; background work starts when its runner is started or woken. */
export async function openGateway(ports: OpenGatewayPorts): Promise<OpenGateway> {
  const { config, clock, steady, store, upstream, report } = ports;
  const runSettings = settingsOfRuns(config);
  const webhookKey = await store.secret('webhook');
  const log = openCallLog(ports);
  const usage = startUsageCounter({ usage: store.usage, onError: report('usage') });
  const node = randomUUID();
  const intentLog = openIntents(ports, node);
  const intending = config.audit.intents ? { intend: intentLog.intend } : {};
  const sources = openClassSources(config.agis.sources);
  const { stop: stopNotices, ...a2a } = await openA2a(ports);
  const { approvals, stopWebhook } = openApprovals(ports);
  const capture = await openCapture(ports);
  const taskQuestions = openTaskQuestions(ports);
  let runner: Runner | undefined;
  const gateway = createGateway({
    ...ports,
    log: withListeners({ ...log, ...intending }, [...callListeners(ports), usage.noteCall]),
    ...capture,
    mayInvoke: ports.policy.mayInvoke,
    quotas: ports.policy.quotasOf,
    callers: createCallers(ports, a2a),
    locals: new Map([[classFunction, createClassRows({ designs: store.designs, sources })]]),
    deduplicate: createDeduplicate({ acquireKey: ports.acquireKey, answerSize: config.ledger.answerBytes }),
    accept: createAcceptRun({
      runs: store.runs,
      clock,
      steady,
      newId: createNewId(clock),
      node,
      keepSeconds: runSettings.keepSeconds,
      wake: () => runner?.wake(),
    }),
    approvals,
    confirmationKey: await store.secret('confirmation'),
    settings: config.gateway,
  });
  runner = createRunner({
    runs: store.runs,
    invoke: gateway.invoke,
    clock,
    steady,
    node,
    settings: runSettings,
    notifyEnds: createNotifier(ports, { secret: webhookKey, pushSecret: a2a.pushSecret }),
    clientOf: createClientOf(taskQuestions, config.mcp.questionSeconds * 1000),
    onEnd: ({ state }) => ports.metrics.runs.inc({ state }),
    onError: report('runs'),
  });
  const running = runner;
  const results = openResults(ports);
  return {
    gateway: keepParts(gateway, results, bareFaces),
    runner: abortingEverywhere(running, [ports.siblings, ports.nodes]),
    approvals,
    results,
    runSettings,
    taskQuestions,
    webhookKey,
    ...a2a,
    ...capture,
    flushRecords: log.flush,
    ...intending,
    renewIntents: intentLog.renew,
    async close() {
      await running.stop(runGraceMs);
      await stopNotices();
      stopWebhook();
      // Calls that are still running end here, so that their records can be written.
      await upstream.close();
      await ports.children.close();
      await log.close(recordGraceMs);
      await usage.close();
      intentLog.close();
      capture.capture?.close();
      await sources.close();
    },
  };
}

type AbortPeers = Pick<NodeLink, 'abortRun' | 'onAbortRun'>;

/** A canceled call may run in any worker and on any node. */
function abortingEverywhere(runner: Runner, peers: readonly (AbortPeers | undefined)[]): Runner {
  for (const peer of peers) peer?.onAbortRun(runner.abort);
  return {
    ...runner,
    abort(id) {
      runner.abort(id);
      for (const peer of peers) peer?.abortRun(id);
    },
  };
}

function openTaskQuestions({ config, store, clock, siblings, nodes }: OpenGatewayPorts): TaskQuestions {
  const { sessions } = store;
  const mailbox = createMailbox({ sessions, clock, every, peers: nodes?.sessions ?? siblings?.sessions });
  return createTaskQuestions({ sessions, mailbox, clock, timeoutMs: config.mcp.questionSeconds * 1000 });
}

function callListeners({ standing, metrics, events }: OpenGatewayPorts) {
  return [standing.noteCall, metrics.noteCall, events.onCall];
}

/** The client of a background call, which is asked when it polls its task. */
function createClientOf(questions: TaskQuestions, answerMs: number): NonNullable<RunnerPorts['clientOf']> {
  return (run, { capabilities = {}, key }, signal) => ({
    capabilities: isJsonObject(capabilities) ? capabilities : {},
    key: typeof key === 'string' ? key : '',
    answerMs,
    ask: (asked) => questions.ask(run.id, asked, signal),
  });
}

function openIntents({ config, store, steady, report }: OpenGatewayPorts, node: string) {
  const { leaseSeconds } = config.ledger;
  return openIntentLog({ intents: store.intents, clock: steady, node, leaseSeconds, onError: report('audit') });
}

function openCallLog({ config, store, logger, report }: OpenGatewayPorts) {
  return createCallLog({
    audit: store.audit,
    durable: config.gateway.auditDurable,
    onError: report('audit'),
    onLost: (draft) => logger.error({ record: draft }, 'the record of a call could not be written'),
  });
}

/** Changes of approvals are events, and are posted to the operator's webhook where one is set. */
function openApprovals(ports: OpenGatewayPorts): { approvals: Approvals; stopWebhook(): void } {
  const { config, clock, store, events, upstream, origin, logger } = ports;
  const { gateway } = config;
  const { webhook: url } = gateway.approvals;
  const onError = (error: unknown) => logger.error({ err: error }, 'a change of an approval could not be posted');
  const webhook = url === undefined ? undefined : createApprovalWebhook({ url, upstream, clock, origin, onError });
  const approvals = createApprovals({
    store: store.approvals,
    clock,
    newId: createNewId(clock),
    approvalSeconds: gateway.approvals.seconds,
    declineSeconds: gateway.declineSeconds,
    perCaller: gateway.approvals.perCaller,
    onChange(record) {
      events.onApproval(record);
      webhook?.notify(record);
    },
  });
  return { approvals, stopWebhook: () => webhook?.stop() };
}

function openResults({ config: { gateway }, clock, store }: OpenGatewayPorts): KeptResults {
  const newId = () => `r${randomBytes(12).toString('base64url')}`;
  return createKeptResults({ sessions: store.sessions, clock, newId, random: Math.random, settings: gateway.results });
}

/** Payloads can be captured unless the operator forbids it. */
async function openCapture({
  config,
  store,
  clock,
  siblings,
  report,
}: OpenGatewayPorts): Promise<{ capture?: PayloadCapture }> {
  if (config.gateway.captureMinutes === 0) return {};
  const capture = openPayloadCapture({
    sessions: store.sessions,
    clock,
    secret: await store.secret('capture'),
    ...(siblings === undefined ? {} : { notifyChange: siblings.notifyChange }),
    onError: report('payload capture'),
  });
  siblings?.onChange(() => void capture.refresh().catch(report('payload capture')));
  return { capture };
}

/** How each kind of binding is called. */
function createCallers(
  { config, ownOrigins, version, children, elapsed, store, clock, siblings }: OpenGatewayPorts,
  a2a: Pick<A2aCallerOptions, 'notices' | 'ids'>,
) {
  return [
    createAidipCaller({ ownOrigins }),
    createNactCaller({ ownOrigins }),
    createHttpCaller({ ownOrigins }),
    createAgisCaller({ ownOrigins }),
    createMcpCaller({
      ownOrigins,
      version,
      children,
      sessions: siblings === undefined ? undefined : createSharedSessions(siblings.questions, process.pid),
      tasks: { elapsed, pause, taskMs: config.upstream.totalTimeoutMs, sessions: store.sessions, clock },
    }),
    createA2aCaller({
      ownOrigins,
      newId: randomUUID,
      elapsed,
      taskMs: config.upstream.totalTimeoutMs,
      pause,
      ...a2a,
    }),
  ];
}

function createNotifier(
  { clock, steady, store, upstream }: OpenGatewayPorts,
  { secret, pushSecret }: { secret: string; pushSecret: string },
): () => Promise<void> {
  const due = laterOf(clock, steady);
  return createNotifyEnds({
    runs: store.runs,
    clock,
    due,
    upstream,
    secret,
    random: Math.random,
    write: createWriteA2aNotice(pushSecret),
  });
}

function settingsOfRuns({ gateway: { runs } }: Config): RunSettings {
  const { keepHours, ...rest } = runs;
  return { ...rest, keepSeconds: keepHours * 3600 };
}

/** Notifications, ids and secrets of A2A. */
async function openA2a(ports: OpenGatewayPorts) {
  const { store } = ports;
  return {
    ...(await openNotices(ports)),
    ids: createConversationIds(await store.secret('a2a-conversations')),
    pushSecret: await store.secret('a2a-push'),
  };
}

/**
 * Where remote agents send task notifications; the worker or machine that waits is notified, whichever one receives
 * it.
 */
async function openNotices({ config, clock, store, origin, siblings, nodes, report }: OpenGatewayPorts) {
  const { notices: wanted } = config.a2a;
  const isReached = wanted === 'always' || (wanted === 'public' && config.server.publicUrl !== undefined);
  const notices: NotificationInbox = createNotificationInbox({
    origin: () => (isReached ? origin() : undefined),
    secret: await store.secret('a2a-notices'),
    newId: randomUUID,
    pause,
    notifyOthers(id) {
      siblings?.notifyTask(id);
      nodes?.notifyTask(id);
      passed.tell(id);
    },
  });
  siblings?.onNotice(notices.wake);
  nodes?.onNotice(notices.wake);
  const passed = passTaskNotices({
    sessions: store.sessions,
    clock,
    newId: randomUUID,
    isAwaiting: notices.isAwaiting,
    wake: notices.wake,
    onError: report('notices'),
  });
  return { notices, stop: passed.stop };
}
