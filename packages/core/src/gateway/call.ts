/**
 * A call on its way through the gateway, and what may come of it. Faces make calls from requests and answers from
 * outcomes; the steps between know nothing of either.
 */

import type { CallPreview, Diagnostic, Entry, JsonObject, JsonValue, Operation, PreviewStep } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { StoredEntry } from '../catalogue/store.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { PipelineStep } from '../documents/compose.js';
import type { PreparedCall } from './prepared-call.js';
import type { UpstreamResponse } from './upstream.js';

/** What a call is aimed at, once it is known and allowed. */
export interface Target {
  stored: StoredEntry;
  operation: Operation;
}

/** What a face reads from a request's body once it knows the entry. */
export interface Unpacked {
  /** Name asked for; absent when it is implied. */
  operationName?: string;
  input: JsonValue;
  wantsStream: boolean;
}

/** A call on its way. */
export interface Call {
  caller: Caller;
  /** W3C trace id and the header to hand on. */
  traceId: string;
  traceparent: string;
  /** The caller's own correlation id (`X-Request-ID`), handed on as it is. */
  requestId?: string;
  /** Protocol of the face that the call came through. */
  face: string;
  agentId: string;
  /** Name asked for, on the wire or canonical; absent when it is implied. */
  operationName?: string;
  /** Version asked for; absent means the current one. */
  operationVersion?: number;
  input: JsonValue;
  idempotencyKey?: string;
  dryRun: boolean;
  /** Token of an earlier preview. */
  confirmation?: string;
  /** The caller would like partial output. */
  wantsStream: boolean;
  /** The caller's own credential for the agent (`X-Agent-Authorization`). */
  agentAuthorization?: string;
  /** The caller would rather be told an operation to ask for than wait for the answer. */
  background?: boolean;
  /** Where the caller wants to be told of the end of a call in the background. */
  webhook?: string;
  /** What the face wants to know again when that end is told, such as the form that its protocol has for it. */
  webhookForm?: JsonObject;
  /** The caller's own name for the conversation that the call belongs to; kept with a call in the background. */
  conversation?: string;
  /** Accepted earlier, limit and confirmation passed, and run in the background now; set by the runner alone. */
  accepted?: boolean;
  /** Milliseconds that the agent has; the configured limits when absent. */
  totalMs?: number;
  /** Aborts when the caller leaves or the call is cancelled. */
  readonly signal: AbortSignal;
  /** True when the caller has left, told without making a signal for it. */
  hasLeft?(): boolean;
  /** Told how far the agent has come, where its protocol says so: `progress`, and perhaps `total` and `message`. */
  onProgress?: (progress: JsonObject) => void;
  /** Told by `call-upstream` just before the first byte of a try leaves; the try waits for it. */
  onSend?: () => Promise<void>;
  /**
   * Reads the body anew once the entry is known and may be called, for faces whose bodies mix selectors with the
   * input (aidip.md GAP-27, GAP-29); `entitle` puts what it returns in the place of the members above.
   */
  unpack?: (entry: Entry) => Unpacked;
  /** True when the caller says that it is less sure of this call than the operation asks for; it is then confirmed. */
  unsure?: boolean;
  /** An operation that exists for this caller only, such as a negotiated one; set by a face that has looked it up. */
  offered?: Operation;
  /** The entry, where a face has read it for this caller just before the call; `entitle` does not read it again. */
  found?: StoredEntry;
  /** Set by `entitle`, which makes the call a `TargetedCall`. */
  target?: Target;
  /** Headers that the answer carries whatever comes of the call, by lower-case name; made and filled by the gateway. */
  headers?: Record<string, string>;
  /** Further such headers, on what the caller may still call; written for faces that tell them. Set by the gateway. */
  tellAllowance?: () => Record<string, string>;
  /** Place in a batch that was validated and confirmed as a whole; set by the gateway alone. */
  batchItem?: number;
  /** Set on the calls that a workflow makes, by the gateway alone. */
  within?: Within;
  /** What a workflow would do, worked out by `plan` before anything is done. */
  plan?: WorkflowPlan;
  /** Facts that steps add for the audit record; never payloads or credentials. */
  facts: CallFacts;
}

/** Somebody who waits: the signal is made at the first look, so whoever asks often asks `hasLeft` first. */
export type Patience = Pick<Call, 'signal' | 'hasLeft'>;

/** What all calls of one workflow may use together. */
export interface WorkflowBudget {
  /** Calls that may still be made, retries and those of inner workflows included. */
  calls: number;
  /** Aborts when the time is over or the caller has left. */
  signal: AbortSignal;
}

/** Where in a workflow a call is made. */
export interface Within {
  /** Workflows around this one. */
  depth: number;
  /** True when the whole was confirmed, this call included. */
  confirmed: boolean;
  budget: WorkflowBudget;
}

/** One call that a workflow would make, with the version of its operation. */
export type VersionedStep = PreviewStep & { version: number };

/** What a workflow would do. */
export interface WorkflowPlan {
  steps: VersionedStep[];
  /** The strongest demand of any step. */
  demand: 'never' | 'confirm' | 'deny';
  /** Equal for equal targets, so that a confirmation is good for these alone. */
  digest: string;
}

/** What the audit record of a call says beside who and what. */
export interface CallFacts {
  /** SHA-256 of the canonical input. */
  inputHash?: string;
  /** Origin (scheme, host, port) of the upstream really called. */
  upstream?: string;
  /** Tries that left this process. */
  attempts?: number;
  upstreamStatus?: number;
  replayed?: boolean;
  dryRun?: boolean;
  /** Calls in a batch, and how many of them failed. */
  items?: number;
  failedItems?: number;
  /** Person or agent for whom the caller acts, from its token. */
  actingFor?: string;
  /** Who really acts, when the caller's token says that its holder acts for the caller. */
  actor?: string;
  findings?: number;
  /** Of a call that a workflow made: which one, and for which step. */
  workflow?: string;
  step?: string;
  /** Of a workflow: calls that it made. */
  steps?: number;
}

/** A preview, with the version of the operation that it is bound to. */
export interface Preview extends CallPreview {
  version: number;
  steps?: VersionedStep[];
}

/** A whole answer of the agent. */
export interface AnswerOutcome {
  kind: 'answer';
  status: number;
  /** Absent when the agent answered without a body. */
  body?: JsonValue;
  /** The agent's own bytes of the body, so that a face can pass them on untouched; absent when the body was made here. */
  raw?: Uint8Array;
  /** Headers to pass on, by lower-case name. */
  headers: Record<string, string>;
  /** The parts of an answer that has several, such as text and images, where the agent's protocol gives such. */
  content?: JsonObject[];
  /** What was found wrong with the answer: broken schema, suspicious text. */
  findings: Diagnostic[];
  /** True when it comes from the ledger and nothing was sent. */
  replayed: boolean;
  /** True for an error behind which the call may have taken effect and a repeat do harm; false where the agent says that it does none. */
  outcomeUnknown?: boolean;
}

/** An answer that is still coming. */
export interface StreamOutcome {
  kind: 'stream';
  status: number;
  mediaType: string;
  headers: Record<string, string>;
  body: ReadableStream<Uint8Array>;
  /** Resolves when the stream has ended, with the failure if it broke. */
  ended: Promise<{ bytes: number; failure?: unknown }>;
}

/** What may come of a call. Trouble on the way is thrown as a Failure. */
export type Outcome = AnswerOutcome | StreamOutcome | { kind: 'preview'; preview: Preview };

/** A call that has passed `entitle`. */
export interface TargetedCall extends Call {
  target: Target;
}

/** A step after `entitle`; those before it, and `entitle` itself, name their own types. */
export type GatewayStep<In extends Call = TargetedCall, Out extends Call = In> = PipelineStep<In, Outcome, Out>;

/** How one kind of binding is called; each protocol with a `call.ts` has one, and the composition root lists them. */
export interface BindingCaller {
  kind: Operation['binding']['kind'];
  /** True when a success without a body is a good answer; else only 204 and 205 may come without one. */
  emptyAnswers?: boolean;
  /** True when a success may be something else than JSON: text is taken as a string, bytes as Base64. */
  takesText?: boolean;
  prepare(target: Target, call: Call): PreparedCall;
  /** Turns the protocol's own answer into the operation's output; absent where the body is the output as it stands. */
  readAnswer?(target: Target, answer: AnswerOutcome): AnswerOutcome;
  /** Leads the whole exchange where a call may take several requests, in the place of sending the prepared one. */
  converse?(call: TargetedCall, prepared: PreparedCall, line: UpstreamLine): Promise<Outcome>;
}

/** The way out for a caller that leads an exchange of its own: one call's credential, time and trace are on it. */
export interface UpstreamLine {
  /** Sends one request; `repeatable` when sending this one twice does no harm whatever the operation is. */
  send(request: PreparedCall, how?: { repeatable?: boolean; signal?: AbortSignal }): Promise<UpstreamResponse>;
  /** Told just before a call leaves by another way than `send`, such as the pipe of a child; a promise is waited for. */
  depart(): Awaitable<void>;
  /** Largest answer that is read whole, in bytes. */
  answerBytes: number;
}
