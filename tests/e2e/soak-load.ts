/** Mixed load for the soak: calls chosen at random, of which some fail at the upstream and some are left by their caller. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { FaultyUpstream } from './faulty-upstream.js';

/** Upstreams by how they are. */
export interface SoakUpstreams {
  good: FaultyUpstream;
  flaky: FaultyUpstream;
  down: FaultyUpstream;
}

/** One kind of call. */
export interface SoakCall {
  agent: string;
  upstream: keyof SoakUpstreams;
  fault: string;
  idempotent: boolean;
  /** How often it is chosen, against the others. */
  weight: number;
  /** Statuses that a caller may get. */
  statuses: readonly number[];
  stream?: true;
  /** The caller leaves in the middle. */
  leaves?: true;
}

/** The mixture. The flaky upstream fails less often than would open its breaker. */
export const soakCalls: readonly SoakCall[] = [
  { agent: 'fine', upstream: 'good', fault: 'fine', idempotent: false, weight: 60, statuses: [200] },
  { agent: 'events', upstream: 'good', fault: 'events', idempotent: false, weight: 5, statuses: [200], stream: true },
  { agent: 'missing', upstream: 'good', fault: 'not-found', idempotent: true, weight: 5, statuses: [404] },
  { agent: 'huge', upstream: 'good', fault: 'gigabyte', idempotent: true, weight: 1, statuses: [502] },
  { agent: 'left', upstream: 'good', fault: 'drip-body', idempotent: true, weight: 4, statuses: [], leaves: true },
  { agent: 'steady', upstream: 'flaky', fault: 'fine', idempotent: true, weight: 24, statuses: [200] },
  { agent: 'resetting', upstream: 'flaky', fault: 'reset-at-once', idempotent: true, weight: 1, statuses: [502] },
  { agent: 'breaking', upstream: 'flaky', fault: 'reset-in-body', idempotent: true, weight: 1, statuses: [502] },
  { agent: 'busy', upstream: 'flaky', fault: 'unavailable', idempotent: true, weight: 1, statuses: [503] },
  { agent: 'wordy', upstream: 'flaky', fault: 'wrong-type', idempotent: false, weight: 1, statuses: [502] },
  { agent: 'dead', upstream: 'down', fault: 'unavailable', idempotent: false, weight: 10, statuses: [503] },
];

/** What came of the load. */
export interface SoakTally {
  calls: number;
  /** Answers that were not what the call should get, as `agent status`. */
  surprises: string[];
}

/** Numbers from 0 to 1 that are the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Calls for so many milliseconds, so many at once, and lets go of its connections. */
export async function runLoad(url: string, milliseconds: number, atOnce: number, seed: number): Promise<SoakTally> {
  const random = seededRandom(seed);
  const tally: SoakTally = { calls: 0, surprises: [] };
  const end = performance.now() + milliseconds;
  const agent = new Agent();
  const lots = soakCalls.flatMap((call) => Array<SoakCall>(call.weight).fill(call));
  const work = async () => {
    while (performance.now() < end) {
      const call = lots[Math.floor(random() * lots.length)] as SoakCall;
      tally.calls += 1;
      const status = await callOnce(url, call, agent);
      if (status !== 'left' && !call.statuses.includes(status)) tally.surprises.push(`${call.agent} ${status}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await agent.destroy();
  return tally;
}

async function callOnce(url: string, call: SoakCall, dispatcher: Agent): Promise<number | 'left'> {
  const leaving = new AbortController();
  const accept = call.stream === true ? 'text/event-stream' : 'application/json';
  const answered = fetch(`${url}/agents/${call.agent}/invoke`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept },
    body: '{"harbour":"Ribe"}',
    signal: leaving.signal,
    dispatcher,
  }).then(async (response) => {
    await response.arrayBuffer();
    return response.status;
  });
  if (call.leaves !== true) return answered;
  const left = answered.catch(() => 'left' as const);
  await sleep(150);
  leaving.abort();
  return left;
}
