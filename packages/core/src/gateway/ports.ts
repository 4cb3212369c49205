/** Dependencies and configuration of the gateway: one object, passed to every step. */
import type { Entry, Impact, JsonValue, Operation } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { FindQuotas } from '../access/quotas.js';
import type { RateLimiter } from '../access/rate-limit.js';
import type { EntryIndex } from '../catalogue/index-port.js';
import type { Store } from '../catalogue/store.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';
import type { Approvals } from './approvals.js';
import type { BindingCaller, ConfirmRequirement, GatewayStep, TargetedCall } from './call.js';
import type { CallLog } from './call-log.js';
import type { CapturePort } from './captured-call.js';
import type { ValidateElsewhere } from './operation-schemas.js';
import type { AcceptRun } from './runs/accept-run.js';
import type { Spans } from './spans.js';
import type { LocalFunction } from './steps/answer-locally.js';
import type { Upstream, UpstreamCredential } from './upstream.js';

/**
 * Which callers need a confirmation for which calls. Absent members match everything; the first matching rule decides.
 */
export interface ConfirmRule {
  /** Subject of the caller. */
  caller?: string;
  /** Scope of the caller. */
  scope?: string;
  /** Id of the service. */
  agent?: string;
  /** Name of the operation. */
  operation?: string;
  /** Tag of the operation. */
  tag?: string;
  impact?: Impact | 'unknown';
  /** `confirm` is the earlier name of `agent`. */
  require: ConfirmRequirement | 'confirm';
}

/** Configuration of the gateway. */
export interface GatewaySettings {
  /** True: callers without a credential may call public services (aidip.md GAP-16). */
  anonymous: boolean;
  /** Calls per minute of one caller to one service. */
  callsPerMinute: number;
  /** The same for the single caller of an open local server; the general limit when absent. */
  localCallsPerMinute?: number;
  /** Policy for output that violates its schema. */
  outputMismatch: 'pass-with-warning' | 'fail';
  /** Policy for output that contains instructions to its reader or hides text. */
  untrustedText: 'ignore' | 'flag' | 'block';
  /** Evaluated in order, before `irreversible`. */
  confirm: readonly ConfirmRule[];
  /**
   * Who approves irreversible calls without a matching rule: the caller itself, with the token of a preview, or a
   * person. `auto`: a person, except on an open server.
   */
  irreversible: 'auto' | 'agent' | 'person';
  /** Lifetime of a confirmation in seconds. */
  confirmSeconds: number;
  /** Seconds for which a call that a person declined is refused. */
  declineSeconds: number;
  /** Approvals of people: seconds for deciding and for using one, and how many of one caller may wait. */
  approvals: { seconds: number; perCaller: number; webhook?: string };
  /** Maximum number of inputs in one batch, and how many run concurrently. */
  batch: { items: number; concurrency: number };
  /** Maximum size of an answer that is read whole, in bytes. */
  answerBytes: number;
  /**
   * Policy for errors of services. `redact`: stack traces and secrets are withheld; `withhold`: only the status is
   * passed on; `pass`: unchanged.
   */
  errorDetails: 'redact' | 'withhold' | 'pass';
}

/** Decides whether a caller may call an operation of an entry that it can see; throws if not. No input: it is not known yet. */
export type MayInvoke = (caller: Caller, entry: Entry, operation: Operation, input?: JsonValue) => void;

/** Dependencies of the gateway. */
export interface GatewayPorts {
  store: Store;
  index: EntryIndex;
  clock: Clock;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  limiter: RateLimiter;
  /** Where calls are recorded. */
  log: CallLog;
  upstream: Upstream;
  /** Opens spans; absent where traces are not exported. */
  spans?: Spans;
  /** How each kind of binding is called. */
  callers: readonly BindingCaller[];
  /** Operations that are functions of this process, by the name in their binding; none by default. */
  locals?: ReadonlyMap<string, LocalFunction>;
  /** The credential for the upstream of a call; undefined when it requires none. */
  credentialsFor: (call: TargetedCall) => Awaitable<UpstreamCredential | undefined>;
  deduplicate: GatewayStep;
  /** Captures payloads where this is switched on; absent where it is not supported. */
  capture?: CapturePort;
  /** Validates against schemas that take long to compile; absent: all are compiled on this thread. */
  validateElsewhere?: ValidateElsewhere;
  /** Accepts calls for the background; absent where it is not supported. */
  accept?: AcceptRun;
  /** The approvals of people. */
  approvals: Approvals;
  /** Secret that signs confirmations, the same on every node. */
  confirmationKey: string;
  settings: GatewaySettings;
  /** A policy in addition to the scope `agents:invoke`, which is always required. */
  mayInvoke?: MayInvoke;
  /** Quotas in addition to the rate limit of each service; none by default. */
  quotas?: FindQuotas;
}
