/**
 * The types of a call in the gateway and of its outcome. Interfaces create calls from requests and answers from
 * outcomes; the steps between are independent of both.
 */

import type { CallPreview, Diagnostic, Entry, JsonObject, JsonValue, Operation, PreviewStep } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { StoredEntry } from '../catalogue/store.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { PipelineStep } from '../documents/compose.js';
import type { ClientLine } from './client-line.js';
import type { PreparedCall } from './prepared-call.js';
import type { Timeline } from './timeline.js';
import type { UpstreamResponse } from './upstream.js';

/** Target of a call, once it is resolved and authorized. */
export interface Target {
  stored: StoredEntry;
  operation: Operation;
}

/** What an interface reads from a request's body once it knows the entry. */
export interface Unpacked {
  /** Requested name; absent when it is implied. */
  operationName?: string;
  input: JsonValue;
  wantsStream: boolean;
}

/** A call in progress. */
export interface Call {
  caller: Caller;
  /** W3C trace id and the header to pass on. */
  traceId: string;
  traceparent: string;
  /** W3C `tracestate` of the caller, passed on unchanged. */
  tracestate?: string;
  /** The caller's correlation id (`X-Request-ID`), passed on unchanged. */
  requestId?: string;
  /** Protocol of the interface that received the call. */
  face: string;
  agentId: string;
  /** Requested name, on the wire or canonical; absent when it is implied. */
  operationName?: string;
  /** Id of the operation, for interfaces that know it: a rename does not change it. Takes precedence over the name. */
  operationId?: string;
  /** Requested version; absent means the current one. */
  operationVersion?: number;
  input: JsonValue;
  idempotencyKey?: string;
  dryRun: boolean;
  /** Token of an earlier preview. */
  confirmation?: string;
  /**
   * Set by an interface whose client can ask its user. `asking`: a dry run for the question, whose token is valid only
   * together with the answer; then the answer.
   */
  elicited?: 'available' | 'asking' | 'accepted' | 'declined';
  /** The caller accepts partial output. */
  wantsStream: boolean;
  /** The caller's own credential for the service (`X-Agent-Authorization`). */
  agentAuthorization?: string;
  /** The caller prefers an operation to poll over waiting for the answer. */
  background?: boolean;
  /** Where the caller wants to be notified of the end of a background call. */
  webhook?: string;
  /** Data that the interface needs again for that notification, such as the form of its protocol. */
  webhookForm?: JsonObject;
  /** The call cancels the remote task that its input names, instead of continuing it; for protocols with tasks. */
  endsTask?: boolean;
  /** The caller's name for the conversation of the call; stored with a background call. */
  conversation?: string;
  /** The task that a background call continues, as its caller knows it; stored with the call. */
  continuedTask?: string;
  /**
   * Accepted earlier, with rate limit and confirmation checked, and now run in the background; set by the runner only.
   */
  accepted?: boolean;
  /** The client can poll an operation instead of waiting, where the service itself answers with a task. */
  takesTask?: boolean;
  /** A call that the service runs only as a task is refused instead of waited for. */
  refusesTasks?: boolean;
  /** Continues a task of the service in the background and returns the answer for that; set by `defer`. */
  handOver?: (task: JsonObject) => Promise<AnswerOutcome>;
  /** The task of the service that the call continues, as its protocol wrote it; set by the runner only. */
  upstreamTask?: JsonObject;
  /** Data that the interface needs again to show a background call; stored with it. */
  form?: JsonObject;
  /** What the client can be asked while the call runs in the background, and its key; stored with it. */
  backgroundClient?: Pick<ClientLine, 'capabilities' | 'key'>;
  /** Timeout for the service in milliseconds; the configured limits when absent. */
  totalMs?: number;
  /** Aborts when the caller disconnects or the call is canceled. */
  readonly signal: AbortSignal;
  /** True when the caller has disconnected; needs no signal. */
  hasLeft?(): boolean;
  /** The caller prefers that a disconnect cancels the call, although its idempotency key could get the answer later. */
  cancelsOnDisconnect?: boolean;
  /**
   * Called with the progress of the service, where its protocol reports it: `progress`, and perhaps `total` and
   * `message`.
   */
  onProgress?: (progress: JsonObject) => void;
  /** The client, where the service may ask it for input while the call runs. */
  client?: ClientLine;
  /** Called with log messages of the service during the call, where its protocol has them and attributes them. */
  onLog?: (message: JsonObject) => void;
  /** The session of the client that gets them: calls with the same one have the same client. */
  session?: string;
  /** Who watches a resource, for a call that subscribes to it; it stays after the call. */
  watcher?: { onUpdate(): void; signal: AbortSignal };
  /** The least severe log level that the caller asked for; what the service sends by default when absent. */
  logLevel?: string;
  /** Stores the intent of this call, once; set by `audit` where intents are written. See `writeIntent`. */
  intend?: () => Promise<void>;
  /** Called by `call-upstream` before the first byte of an attempt is sent; the attempt waits for it. */
  onSend?: () => Promise<void>;
  /**
   * Reads the body again once the entry is known and may be called, for interfaces whose bodies mix selectors with the
   * input (aidip.md GAP-27, GAP-29); `entitle` replaces the members above with the result.
   */
  unpack?: (entry: Entry) => Unpacked;
  /**
   * True when the caller states less confidence in this call than the operation requires; it then needs a confirmation.
   */
  unsure?: boolean;
  /** An operation that exists for this caller only, such as a negotiated one; set by the interface that resolved it. */
  offered?: Operation;
  /** The entry, if an interface has just read it for this caller; `entitle` does not read it again. */
  found?: StoredEntry;
  /** Set by `entitle`, which makes the call a `TargetedCall`. */
  target?: Target;
  /** Headers of the answer whatever the outcome, by lower-case name; created and filled by the gateway. */
  headers?: Record<string, string>;
  /** Further such headers with the rate limits, for interfaces that send them. Set by the gateway. */
  rateLimitHeaders?: () => Record<string, string>;
  /** Position in a batch that was validated and confirmed as a whole; set by the gateway only. */
  batchItem?: number;
  /** Set on the calls of a workflow, by the gateway only. */
  within?: Within;
  /** What a workflow would do, computed by `plan` before anything runs. */
  plan?: WorkflowPlan;
  /** Times of its parts; set by `audit`, and absent for the items of a batch, which run at the same time. */
  timeline?: Timeline | undefined;
  /** Facts that steps add for the audit record; never payloads or credentials. */
  facts: CallFacts;
}

/** A waiting caller. The signal is created on first access, so frequent checks use `hasLeft` first. */
export type Cancellation = Pick<Call, 'signal' | 'hasLeft'>;

/** Budget that all calls of one workflow share. */
export interface WorkflowBudget {
  /** Calls that may still be made, including retries and inner workflows. */
  calls: number;
  /** Aborts on timeout or when the caller disconnects. */
  signal: AbortSignal;
}

/** Position of a call in a workflow. */
export interface Within {
  /** Enclosing workflows. */
  depth: number;
  /** True when the whole workflow was confirmed, including this call. */
  confirmed: boolean;
  budget: WorkflowBudget;
}

/** One call that a workflow would make, with the version of its operation. */
export type VersionedStep = PreviewStep & { version: number };

/**
 * What a rule requires of the calls that it matches: nothing, the token of a preview, the approval of a person, or that
 * they are not made.
 */
export type ConfirmRequirement = 'never' | 'agent' | 'person' | 'deny';

/** What a workflow would do. */
export interface WorkflowPlan {
  steps: VersionedStep[];
  /** The operations that its steps call, without workflows and functions of this process. */
  targets: Target[];
  /** The strictest requirement of any step. */
  demand: ConfirmRequirement;
  /** Equal for equal targets, so that a confirmation is valid for these only. */
  digest: string;
}

/** Contents of a call's audit record, except for caller and target. */
export interface CallFacts {
  /** Id of the call, when it was noted before it left. */
  call?: string;
  /** SHA-256 of the canonical input. */
  inputHash?: string;
  /** Origin (scheme, host, port) of the upstream that was called. */
  upstream?: string;
  /** Attempts that left this process. */
  attempts?: number;
  upstreamStatus?: number;
  /** For a call that ended before the task that it had started at an agent: whether the agent canceled the task. */
  remoteTask?: 'canceled' | 'not canceled';
  replayed?: boolean;
  dryRun?: boolean;
  /** How the call was approved: `token` of a preview, `elicitation` by the client's user, or the id of an approval. */
  approval?: string;
  /** The person who approved it. */
  approvedBy?: string;
  /** Calls in a batch, and how many of them failed. */
  items?: number;
  failedItems?: number;
  /** Person or agent for whom the caller acts, from its token. */
  actingFor?: string;
  /** The actual actor, when the caller's token says that its holder acts for the caller. */
  actor?: string;
  findings?: number;
  /** Id under which its payloads are captured for a while. */
  captured?: string;
  /** For a call made by a workflow: the workflow and the step. */
  workflow?: string;
  step?: string;
  /** For a workflow: number of calls that it made. */
  steps?: number;
}

/** A preview, with the version of the operation that it is bound to. */
export interface Preview extends CallPreview {
  version: number;
  steps?: VersionedStep[];
}

/** A complete answer of the service. */
export interface AnswerOutcome {
  kind: 'answer';
  status: number;
  /** Absent when the service answered without a body. */
  body?: JsonValue;
  /**
   * The original bytes of the body, so that an interface can pass them on unchanged; absent when the body was created
   * here.
   */
  raw?: Uint8Array;
  /** True when the body is an error object of this gateway, because the service said nothing, or too much. */
  ownBody?: true;
  /** Headers to pass on, by lower-case name. */
  headers: Record<string, string>;
  /** The parts of a multi-part answer, such as text and images, where the service's protocol has them. */
  content?: JsonObject[];
  /** Findings on the answer: schema violations, suspicious text. */
  findings: Diagnostic[];
  /** True when it was replayed from the ledger and nothing was sent. */
  replayed: boolean;
  /**
   * True for an error after which the call may have taken effect and a retry could do harm; false where the service
   * declares that it does none.
   */
  outcomeUnknown?: boolean;
}

/** An answer that is streamed. */
export interface StreamOutcome {
  kind: 'stream';
  status: number;
  mediaType: string;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
  /** Resolves when the stream has ended, with the failure if it broke. */
  ended: Promise<{ bytes: number; failure?: unknown }>;
}

/** Possible outcomes of a call. Failures are thrown. */
export type Outcome = AnswerOutcome | StreamOutcome | { kind: 'preview'; preview: Preview };

/** A call that has passed `entitle`. */
export interface TargetedCall extends Call {
  target: Target;
}

/** A step after `entitle`; earlier steps and `entitle` itself declare their own types. */
export type GatewayStep<In extends Call = TargetedCall, Out extends Call = In> = PipelineStep<In, Outcome, Out>;

/** How one kind of binding is called; each protocol with a `call.ts` has one, and the composition root lists them. */
export interface BindingCaller {
  kind: Operation['binding']['kind'];
  /** True when a success without a body is valid; otherwise only 204 and 205 may have none. */
  emptyAnswers?: boolean;
  /** True when a success may be something other than JSON: text is read as a string, bytes as Base64. */
  acceptsText?: boolean;
  prepare(target: Target, call: Call): PreparedCall;
  /** Converts the protocol's answer to the operation's output; absent where the body is the output. */
  readAnswer?(target: Target, answer: AnswerOutcome): AnswerOutcome;
  /** Conducts the whole exchange where a call may take several requests, instead of sending the prepared one. */
  converse?(call: TargetedCall, prepared: PreparedCall, line: UpstreamLine): Promise<Outcome>;
}

/** The upstream client for a caller that conducts its own exchange, with the call's credential, timeout and trace. */
export interface UpstreamLine {
  /**
   * Sends one request; `repeatable` when sending this one twice is safe whatever the operation; `isPaused` is true while
   * the service waits for this side.
   */
  send(
    request: PreparedCall,
    how?: { repeatable?: boolean; signal?: AbortSignal; isPaused?: () => boolean },
  ): Promise<UpstreamResponse>;
  /** Called before a call leaves by another channel than `send`, such as a child process pipe; a promise is awaited. */
  depart(): Awaitable<void>;
  /** True once a request that may take effect was sent. */
  readonly departed: boolean;
  /** Maximum size of an answer that is read whole, in bytes. */
  answerBytes: number;
  /** Which stored credential is sent; undefined for none, or the one that the caller brought. */
  credentialIdentity?: string | undefined;
}
