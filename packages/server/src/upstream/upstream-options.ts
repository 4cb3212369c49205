/** How far calls to upstreams may go, and who is told of them. */
import type { DnsLookup } from '@dragoman/core/http';
import type { Failure } from '@dragoman/model';
import type { AdmissionLimits } from './admission.js';
import type { BreakerLimits, BreakerState } from './breaker.js';
import type { RetryLimits } from './retry-policy.js';

/** Milliseconds that each part of a call may take. */
export interface UpstreamTimeouts {
  connectMs: number;
  /** From the request to the head of the answer. */
  firstByteMs: number;
  /** Between two pieces of the body, while somebody wants to read. */
  idleMs: number;
  /** For the whole call, retries and body included, where the call does not say otherwise. */
  totalMs: number;
  /** For the whole call when the answer is a stream of events. */
  streamMs: number;
}

/** How large an answer may be. */
export interface AnswerLimits {
  /** Bytes of a body, after decompression too. */
  bodyBytes: number;
  /** Bytes of a body that is a stream of events. */
  streamBytes: number;
  headerBytes: number;
  headerCount: number;
}

/** How a call ended: `answered`, or the failure's code. */
export type CallOutcome = 'answered' | Failure['code'];

/** Is told what happens; must not throw. */
export interface UpstreamObserver {
  /** A call ended; a stream's end is not waited for. */
  called(outcome: CallOutcome, milliseconds: number): void;
  retried(reason: 'failure' | 'status'): void;
  /** An answer broke off, was too large or too slow after its head had been handed on. */
  broken(origin: string, failure: Failure): void;
  breakerChanged(origin: string, state: BreakerState): void;
}

/** What the upstream client is made of. */
export interface UpstreamOptions {
  /** Hosts, hosts with ports, addresses and ranges that may be called although they are not public. */
  allow: readonly string[];
  /** Plain http, for allowed hosts only. */
  allowHttp: boolean;
  /** Issuers trusted beside the built-in ones, PEM. */
  ca?: string;
  timeouts: UpstreamTimeouts;
  answer: AnswerLimits;
  admission: AdmissionLimits;
  retry: RetryLimits;
  breaker: BreakerLimits;
  /** Origins whose connections and health are kept; the least recently used make room. */
  origins: number;
  observer: UpstreamObserver;
  /** Milliseconds on a clock that never goes back. */
  elapsed: () => number;
  /** Milliseconds since the epoch, for dates in `Retry-After`. */
  now: () => number;
  /** From 0 up to 1. */
  random: () => number;
  /** By default the machine's resolver. */
  dnsLookup?: DnsLookup;
}
