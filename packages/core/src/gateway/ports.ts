/** What the gateway needs of the world, and how it is set up. One object, handed to every step. */
import type { Entry, Impact, Operation } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import type { RateLimiter } from '../access/rate-limit.js';
import type { EntryIndex } from '../catalogue/index-port.js';
import type { Store } from '../catalogue/store.js';
import type { Awaitable } from '../documents/awaitable.js';
import type { Clock } from '../documents/host.js';
import type { BindingCaller, GatewayStep, TargetedCall } from './call.js';
import type { CallLog } from './call-log.js';
import type { AcceptRun } from './runs/accept-run.js';
import type { LocalFunction } from './steps/answer-locally.js';
import type { Upstream, UpstreamCredential } from './upstream.js';

/** What a rule demands of the calls that it fits. */
export type ConfirmDemand = 'never' | 'confirm' | 'deny';

/** Who needs a confirmation for what. Members left out fit everything; the first rule that fits decides. */
export interface ConfirmRule {
  /** Subject of the caller. */
  caller?: string;
  /** Scope that the caller holds. */
  scope?: string;
  /** Id of the agent. */
  agent?: string;
  impact?: Impact | 'unknown';
  require: ConfirmDemand;
}

/** How the gateway is set up. */
export interface GatewaySettings {
  /** True: callers without a credential may call what is public (aidip.md GAP-16). */
  anonymous: boolean;
  /** Calls per minute of one caller to one agent. */
  callsPerMinute: number;
  /** The same for the one caller of an open local server; that of everybody else when absent. */
  localCallsPerMinute?: number;
  /** What happens to output that breaks its schema. */
  outputMismatch: 'pass-with-warning' | 'fail';
  /** What happens to output that reads like instructions to its reader or hides text. */
  untrustedText: 'ignore' | 'flag' | 'block';
  /** Asked in order, before the rule that the irreversible has to be confirmed. */
  confirm: readonly ConfirmRule[];
  /** Seconds for which a confirmation is good. */
  confirmSeconds: number;
  /** Most inputs in one batch, and how many are worked on at once. */
  batch: { items: number; concurrency: number };
  /** Largest answer that is read whole, in bytes. */
  answerBytes: number;
}

/** Says whether a caller may call an operation of an entry that it can see; a refusal is thrown. */
export type MayInvoke = (caller: Caller, entry: Entry, operation: Operation) => void;

/** What the gateway needs of the world. */
export interface GatewayPorts {
  store: Store;
  index: EntryIndex;
  clock: Clock;
  /** Milliseconds of a watch that never goes back. */
  elapsed: () => number;
  limiter: RateLimiter;
  /** Where calls are written down. */
  log: CallLog;
  upstream: Upstream;
  /** How each kind of binding is called. */
  callers: readonly BindingCaller[];
  /** Operations that are functions of this process, by the name in their binding; none unless given. */
  locals?: ReadonlyMap<string, LocalFunction>;
  /** What is shown to the upstream of a call; undefined when it asks for nothing. */
  credentialsFor: (call: TargetedCall) => Awaitable<UpstreamCredential | undefined>;
  deduplicate: GatewayStep;
  /** Takes calls over that go on in the background; absent where none do. */
  accept?: AcceptRun;
  /** Secret that confirmations are signed with, the same on every node. */
  confirmationKey: string;
  settings: GatewaySettings;
  /** A policy beside the scope `agents:invoke`, which is always needed. */
  mayInvoke?: MayInvoke;
}
