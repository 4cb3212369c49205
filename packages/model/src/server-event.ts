/** The events that a server sends to its readers: catalogue, imports, calls, approvals, vectors, sources, MCP servers and clients. */

/** Groups of events that a reader can choose. */
export const eventTopics = [
  'catalogue',
  'imports',
  'calls',
  'approvals',
  'vectors',
  'sources',
  'servers',
  'connections',
  'webhooks',
] as const;

/** A group of events. */
export type EventTopic = (typeof eventTopics)[number];

/** The first event of a stream: what happens from now on follows. */
export interface ReadyEvent {
  type: 'ready';
  /** RFC 3339, UTC. */
  at: string;
  /** True when the events after the given id follow, without a gap. */
  resumed: boolean;
}

/** Events were missed: the reader must read again what it shows. */
export interface ReloadEvent {
  type: 'reload';
  at: string;
  /** `expired`: the id is too old; `slow`: the reader fell behind; `restarted`: the id is of an earlier start. */
  reason: 'expired' | 'slow' | 'restarted';
}

/** Nothing happened; the stream is alive. */
export interface HeartbeatEvent {
  type: 'heartbeat';
  at: string;
}

/** A service was added, changed or removed, as the reader sees it. */
export interface EntryEvent {
  type: 'entry.added' | 'entry.changed' | 'entry.removed';
  at: string;
  /** Id of the service. */
  service: string;
  /** Name of the service, third-party text; absent when it was removed. */
  name?: string;
  /** Number of operations; absent when it was removed. */
  operations?: number;
}

/** Progress of an import. */
export interface ImportEvent {
  type: 'import.progress';
  at: string;
  /** Trace id of the request that imports. */
  trace_id: string;
  /** `read` and `stored` count items; `indexed` and `embedded` count operations that still wait. */
  stage: 'read' | 'stored' | 'indexed' | 'embedded';
  done: number;
  total: number;
  /** Items that could not be imported, so far. */
  failed: number;
  /** Operations of the whole server that wait for this stage. */
  waiting?: number;
}

/** A call has ended. */
export interface CallEvent {
  type: 'call.finished';
  at: string;
  service: string;
  operation?: string;
  /** Subject of the caller. */
  caller: string;
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  /** Failure code; empty when the call was done. */
  code: string;
  status: number;
  ms: number;
  /** Attempts that left the server. */
  tries: number;
  trace_id: string;
}

/** Calls of one caller to one service that were not reported one by one. */
export interface OmittedCalls {
  service: string;
  caller: string;
  count: number;
  /** How many of them were refused, failed or have an unknown outcome. */
  failed: number;
}

/** Calls that were not reported one by one, because there were too many. */
export interface OmittedCallsEvent {
  type: 'calls.omitted';
  at: string;
  groups: OmittedCalls[];
  /** True when further calls were omitted and not counted for this reader. */
  incomplete: boolean;
}

/** A call waits for a person, or a person has decided, or the approval was used or has expired. */
export interface ApprovalEvent {
  type: 'approval.changed';
  at: string;
  /** Id of the approval. */
  approval: string;
  state: 'pending' | 'approved' | 'declined' | 'expired' | 'used';
  service: string;
  operation: string;
  /** Subject of the caller. */
  caller: string;
}

/** The number of operations without vectors has changed. */
export interface VectorsEvent {
  type: 'vectors.waiting';
  at: string;
  waiting: number;
}

/** A source was checked. */
export interface SourceEvent {
  type: 'source.checked';
  at: string;
  source: string;
  /** `changed`, `unchanged`, `held`, or a failure code. */
  outcome: string;
  /** Consecutive failures. */
  failures: number;
  /** Services registered from it. */
  services: number;
  /** Message of the failure. */
  error?: string;
}

/** A stdio MCP server was added, changed, removed or started, was stopped on request, or has failed. */
export interface ServerEvent {
  type: 'server.added' | 'server.changed' | 'server.removed' | 'server.started' | 'server.stopped' | 'server.failed';
  at: string;
  /** Name of the server. */
  server: string;
  /** Process id. */
  pid?: number;
  /** Process id of the worker that runs it. */
  worker: number;
  /** Why it ended. */
  reason?: string;
  /** Milliseconds before it may be started again. */
  retry_ms?: number;
}

/** An MCP client has listed the tools of an endpoint. */
export interface ToolsListedEvent {
  type: 'tools.listed';
  at: string;
  /** Subject of the caller. */
  caller: string;
  /** Path of the endpoint: `/mcp`, `/agents/<id>/mcp` or `/toolsets/<id>/mcp`. */
  endpoint: string;
  /** Number of tools that the caller sees there. */
  tools: number;
  /** Name that the client gave itself, third-party text. */
  client?: string;
}

/** A message of a service was received for a subscription. */
export interface WebhookEvent {
  type: 'webhook.received';
  at: string;
  /** Id of the subscription. */
  subscription: string;
  /** Id of the stored delivery. */
  delivery: string;
  service: string;
  /** Name of the webhook; absent when the message matches none. */
  webhook?: string;
  /** How the sender was verified: by its signature, or only by the secret address. */
  verified: 'signature' | 'address';
  /** False when the message does not match its schema. */
  valid: boolean;
}

/** Something that happened on the server. */
export type LiveEvent =
  | EntryEvent
  | ImportEvent
  | CallEvent
  | OmittedCallsEvent
  | ApprovalEvent
  | VectorsEvent
  | SourceEvent
  | ServerEvent
  | ToolsListedEvent
  | WebhookEvent;

/** Any event of a stream. */
export type StreamedEvent = LiveEvent | ReadyEvent | ReloadEvent | HeartbeatEvent;

const topics: Readonly<Record<LiveEvent['type'], EventTopic>> = {
  'entry.added': 'catalogue',
  'entry.changed': 'catalogue',
  'entry.removed': 'catalogue',
  'import.progress': 'imports',
  'call.finished': 'calls',
  'calls.omitted': 'calls',
  'approval.changed': 'approvals',
  'vectors.waiting': 'vectors',
  'source.checked': 'sources',
  'server.added': 'servers',
  'server.changed': 'servers',
  'server.removed': 'servers',
  'server.started': 'servers',
  'server.stopped': 'servers',
  'server.failed': 'servers',
  'tools.listed': 'connections',
  'webhook.received': 'webhooks',
};

/** The group of an event. */
export function topicOf({ type }: LiveEvent): EventTopic {
  return topics[type];
}
