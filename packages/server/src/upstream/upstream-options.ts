/** Options of the upstream client: limits and observer. */
import type { BreakerState, Spans } from '@dragoman/core/engine';
import type { DnsLookup } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { AdmissionLimits, CreateShare } from './admission.js';
import type { BreakerLimits } from './breaker.js';
import type { RetryLimits } from './retry-policy.js';

/** Timeouts of the parts of a call, in milliseconds. */
export interface UpstreamTimeouts {
  connectMs: number;
  /** From the request to the head of the response. */
  firstByteMs: number;
  /** Between two chunks of the body, while the reader waits. */
  idleMs: number;
  /** For the whole call, including retries and body, unless the call says otherwise. */
  totalMs: number;
  /** For the whole call when the response is a stream of events. */
  streamMs: number;
}

/** Size limits of a response. */
export interface AnswerLimits {
  /** Bytes of a body, also after decompression. */
  bodyBytes: number;
  /** Bytes of a body that is a stream of events. */
  streamBytes: number;
  headerBytes: number;
  headerCount: number;
}

/** How a call ended: `answered`, or the failure's code. */
export type CallOutcome = 'answered' | Failure['code'];

/** Is notified of events; must not throw. */
export interface UpstreamObserver {
  /** A call ended; the end of a stream is not awaited. */
  called(outcome: CallOutcome, milliseconds: number): void;
  retried(reason: 'failure' | 'status'): void;
  /** A response was aborted, too large or too slow after its head had been passed on. */
  broken(origin: string, failure: Failure): void;
  /** `isOwn` is false for a change that another node made. */
  breakerChanged(origin: string, state: BreakerState, isOwn: boolean): void;
}

/** Options of the upstream client. */
export interface UpstreamOptions {
  /** Hosts, hosts with ports, addresses and ranges that may be called although they are not public. */
  allow: readonly string[];
  /** Allows plain http, for allowed hosts only. */
  allowHttp: boolean;
  /** CA certificates trusted in addition to the built-in ones, PEM. */
  ca?: string;
  timeouts: UpstreamTimeouts;
  answer: AnswerLimits;
  admission: AdmissionLimits;
  /** Creates the shares of slots and of places in the queue. */
  createShare: CreateShare;
  retry: RetryLimits;
  breaker: BreakerLimits;
  /** Maximum number of origins whose connections and health are kept; the least recently used make room. */
  origins: number;
  observer: UpstreamObserver;
  /** Opens a span per attempt; absent where traces are not exported. */
  spans?: Spans;
  /** Milliseconds of a monotonic clock. */
  elapsed: () => number;
  /** Milliseconds since the epoch, for dates in `Retry-After`. */
  now: () => number;
  /** From 0 up to 1. */
  random: () => number;
  /** The system resolver by default. */
  dnsLookup?: DnsLookup;
}
