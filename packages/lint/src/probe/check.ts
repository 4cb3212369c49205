/** Defines a live check: its texts and a function that calls the API and reports what it observed. */
import type { JsonValue, Severity } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { Verdict } from '../linting/label.js';
import type { Call } from './call.js';
import type { Exchange, ProbeRequest } from './exchange.js';

/** What a check observed about one operation, or about the API as a whole. */
export interface Outcome {
  verdict: Verdict;
  /** The observation in one clause, without operation names. */
  said: string;
  operation?: ApiOperation;
  exchanges: readonly Exchange[];
  /** Overrides the severity of the check. */
  severity?: Severity;
}

/** A read that was called once, with its call and first response. */
export interface Subject {
  operation: ApiOperation;
  call: Call;
  first: Exchange;
}

/** The context of a check. */
export interface Probe {
  api: Api;
  base: URL;
  /** Every read that was called, whatever the response. */
  surveyed: readonly Subject[];
  /** Reads that returned 2xx. */
  reads: readonly Subject[];
  lists: readonly Subject[];
  items: readonly Subject[];
  /** Calls of the allowed writes, where one could be built; empty unless writes are allowed. */
  writes: readonly Call[];
  /** The allowed writes; no other state-changing operation may be called. */
  allowed: readonly ApiOperation[];
  /** Operations that could not be called, with the reason. */
  skipped: readonly { operation: ApiOperation; reason: string }[];
  /** Maximum number of operations per check. */
  breadth: number;
  /** Number of requests in a deliberate burst; 0 disables it. */
  burst: number;
  /** Where the description was read from, if from a URL. */
  describedAt: string | undefined;
  /** True when credentials were given. */
  authenticated: boolean;
  seen: readonly Exchange[];
  send(request: ProbeRequest): Promise<Exchange>;
  call(call: Call): Promise<Exchange>;
  /** Runs calls concurrently, for behavior that shows only under concurrency. */
  callTogether(calls: readonly Call[]): Promise<Exchange[]>;
  /** The body of a write, changed to describe another resource of the same kind, or another state than the current one. */
  vary(call: Call, current?: JsonValue): Call;
  /** Runs a function against the API once and shares the result between checks. */
  once<T>(make: (probe: Probe) => Promise<T>): Promise<T>;
  /** Waits; false when the caller aborts. */
  wait(milliseconds: number): Promise<boolean>;
  now(): number;
  newId(): string;
}

/** A check. */
export interface Check {
  /** Stable; states the desired behavior. */
  id: string;
  /** The profile requirement that it checks. */
  requirement: string;
  /** More requirements that the same responses show. */
  further?: readonly string[];
  severity: Severity;
  title: string;
  why: string;
  /** The recommendation. */
  help: string;
  needs: 'reads' | 'writes';
  /** False when the API has nothing that the check applies to; the check is then left out. */
  concerns?(api: Api): boolean;
  /** True when it exhausts the rate limit, so that it must run last. */
  exhausting?: boolean;
  run(probe: Probe): Promise<Outcome[]>;
}

type Seen = Omit<Outcome, 'verdict' | 'said'>;

/** The behavior is as recommended. */
export const holds = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'holds',
  said,
  exchanges: [],
  ...seen,
});

/** The behavior is not as recommended. */
export const fails = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'fails',
  said,
  exchanges: [],
  ...seen,
});

/** Nothing could be observed; never counts as passed. */
export const open = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'not determined',
  said,
  exchanges: [],
  ...seen,
});

/** Checks each subject in turn; without subjects, reports why nothing could be observed. */
export async function checkEach<T>(
  subjects: readonly T[],
  none: string,
  ask: (subject: T) => Promise<Outcome | Outcome[]>,
): Promise<Outcome[]> {
  if (subjects.length === 0) return [open(none)];
  const outcomes: (Outcome | Outcome[])[] = [];
  for (const subject of subjects) outcomes.push(await ask(subject));
  return outcomes.flat();
}
