/** Mixed load for the soak test: random calls, some of which fail upstream and some of which are aborted by the caller. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, fetch } from 'undici';
import type { FaultyUpstream } from './faulty-upstream.js';

/** Upstreams by behavior. */
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
  /** Relative frequency. */
  weight: number;
  /** Statuses that a caller may get. */
  statuses: readonly number[];
  stream?: true;
  /** The caller aborts in the middle. */
  leaves?: true;
}

/** The mix. The flaky upstream fails too rarely to open its breaker. */
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

/** The result of the load. */
export interface SoakTally {
  calls: number;
  /** Calls whose caller left. */
  left: number;
  /** Unexpected responses, as `agent status`. */
  surprises: string[];
}

/** Deterministic numbers from 0 to 1 for a seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Runs concurrent calls for a duration, then closes its connections. */
export async function runLoad(url: string, milliseconds: number, atOnce: number, seed: number): Promise<SoakTally> {
  const random = seededRandom(seed);
  const tally: SoakTally = { calls: 0, left: 0, surprises: [] };
  const end = performance.now() + milliseconds;
  const agent = new Agent();
  const lots = soakCalls.flatMap((call) => Array<SoakCall>(call.weight).fill(call));
  const work = async () => {
    while (performance.now() < end) {
      const call = lots[Math.floor(random() * lots.length)] as SoakCall;
      tally.calls += 1;
      const status = await callOnce(url, call, agent);
      if (status === 'left') tally.left += 1;
      else if (!call.statuses.includes(status)) tally.surprises.push(`${call.agent} ${status}`);
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
