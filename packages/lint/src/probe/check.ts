/** What a check of a live API is: a row of texts and a function that asks the API and says what it saw. */
import type { Severity } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { Verdict } from '../label.js';
import type { Call } from './call.js';
import type { Exchange, ProbeRequest } from './exchange.js';

/** What a check saw of one operation, or of the API as a whole. */
export interface Outcome {
  verdict: Verdict;
  /** What was seen, in a sentence without names of operations. */
  said: string;
  operation?: ApiOperation;
  exchanges: readonly Exchange[];
  /** Instead of the check's own. */
  severity?: Severity;
}

/** A read that was called once, with its call and its first answer. */
export interface Subject {
  operation: ApiOperation;
  call: Call;
  first: Exchange;
}

/** What checks are handed. */
export interface Probe {
  api: Api;
  base: URL;
  /** Every read that was called, whatever it answered. */
  surveyed: readonly Subject[];
  /** Reads that answered with 2xx. */
  reads: readonly Subject[];
  lists: readonly Subject[];
  items: readonly Subject[];
  /** Calls of the writes that the caller named, where one could be made; empty unless writes are allowed. */
  writes: readonly Call[];
  /** The writes that the caller named; nothing else may be called that changes something. */
  allowed: readonly ApiOperation[];
  /** Operations that could not be called, with the reason. */
  skipped: readonly { operation: ApiOperation; reason: string }[];
  /** How many operations a check tries. */
  breadth: number;
  /** Requests of a deliberate burst; 0 for none. */
  burst: number;
  /** True when credentials were given. */
  authenticated: boolean;
  seen: readonly Exchange[];
  send(request: ProbeRequest): Promise<Exchange>;
  call(call: Call): Promise<Exchange>;
  /** Calls that start at once, for what only shows when they meet. */
  callTogether(calls: readonly Call[]): Promise<Exchange[]>;
  /** The body of a write, changed so that it is another thing of the same kind. */
  vary(call: Call): Call;
  /** What a function does with the API, done once however many checks look at what came of it. */
  once<T>(make: (probe: Probe) => Promise<T>): Promise<T>;
  /** Waits; false when the caller wants no more. */
  wait(milliseconds: number): Promise<boolean>;
  now(): number;
  newId(): string;
}

/** A check. */
export interface Check {
  /** Stable; says what is good. */
  id: string;
  /** The line of the profile that it checks. */
  requirement: string;
  /** Further lines that the same answers show. */
  further?: readonly string[];
  severity: Severity;
  title: string;
  why: string;
  /** What is recommended. */
  help: string;
  needs: 'reads' | 'writes';
  /** False for an API that has nothing the check is about: it is left out. */
  concerns?(api: Api): boolean;
  /** True when it uses up what the API allows, so that nothing should come after it. */
  exhausting?: boolean;
  run(probe: Probe): Promise<Outcome[]>;
}

type Seen = Omit<Outcome, 'verdict' | 'said'>;

/** It is as it should be. */
export const holds = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'holds',
  said,
  exchanges: [],
  ...seen,
});

/** It is not. */
export const fails = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'fails',
  said,
  exchanges: [],
  ...seen,
});

/** It could not be seen; never counts as passed. */
export const open = (said: string, seen: Partial<Seen> = {}): Outcome => ({
  verdict: 'not determined',
  said,
  exchanges: [],
  ...seen,
});

/** Asks each subject in turn; when there are none, says why nothing could be seen. */
export async function askEach<T>(
  subjects: readonly T[],
  none: string,
  ask: (subject: T) => Promise<Outcome | Outcome[]>,
): Promise<Outcome[]> {
  if (subjects.length === 0) return [open(none)];
  const outcomes: Outcome[] = [];
  for (const subject of subjects) outcomes.push(...[await ask(subject)].flat());
  return outcomes;
}
