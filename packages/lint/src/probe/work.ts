/**
 * Long work that the probe starts: the acknowledgement, where its state is read, and how it ends. Polled as often as the API says,
 * a bounded number of times.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../api/api.js';
import { findParameter, isNamed } from '../api/operation-facts.js';
import { stopsWork } from '../rules/long-running/status-reads.js';
import { targetOf } from './address.js';
import { findLink } from './answer-links.js';
import { type Call, withHeaders } from './call.js';
import { askEach, type Outcome, open, type Probe } from './check.js';
import type { Exchange } from './exchange.js';
import { isSuccess, outcomeOf } from './exchange.js';
import { readProblem } from './read-problem.js';
import { secondsOf } from './retry-delay.js';

/** Work that was started. */
export interface Work {
  call: Call;
  operation: ApiOperation;
  /** The answer to the call that started it. */
  accepted: Exchange;
  /** The address of its state as the answer gives it. */
  link?: string;
  /** The same below the base; absent when it leads elsewhere. */
  target?: string;
}

/** Work with what its state said, asked until its end. */
export interface FollowedWork extends Work {
  polls: readonly Exchange[];
}

/** How a state is to be taken. */
export type Phase = 'unfinished' | 'succeeded' | 'failed' | 'cancelled';

const stateNames = ['state', 'status', 'phase'];
const statusLinks = ['status', 'status-url', 'self', 'operation', 'operation-url', 'monitor', 'href', 'url'];
const mostPolls = 20;
/** Seconds that are spent on waiting for one work. */
const longestWait = 60;

/** Calls of named writes that start long work, by their description. */
export function workStarters({ writes, api }: Pick<Probe, 'writes' | 'api'>): Call[] {
  const isStop = (operation: ApiOperation) =>
    api.operations.some(({ kinds, path }) => kinds.item && operation.path !== path && stopsWork(operation, path));
  return writes
    .filter(({ operation }) => operation.kinds.slow && operation.method !== 'delete' && !isStop(operation))
    .map(inBackground);
}

/** The call with the wish to be answered at once, where the operation knows one (RFC 7240). */
function inBackground(call: Call): Call {
  const agent = call.operation.value['x-agent'];
  const said = isJsonObject(agent) && isJsonObject(agent.long_running) ? agent.long_running.prefer : undefined;
  const prefer = findParameter(call.operation, ['prefer'], ['header']);
  const wanted = typeof said === 'string' ? said : /respond-async/.exec(prefer?.description ?? '')?.[0];
  return wanted === undefined ? call : withHeaders(call, { Prefer: wanted });
}

/** Starts work as another one of its kind. */
export async function startWork(probe: Probe, call: Call): Promise<Work> {
  const { api, base } = probe;
  const accepted = await probe.call(probe.vary(call));
  const { headers = {}, json } = accepted.answer ?? {};
  const link =
    headers.location ?? headers['operation-location'] ?? findLink(json, statusLinks, api.settings.names.nextActions);
  const target = link === undefined ? undefined : targetOf(base, link, accepted.request.target);
  return {
    call,
    operation: call.operation,
    accepted,
    ...(link === undefined ? {} : { link }),
    ...(target === undefined ? {} : { target }),
  };
}

/** Everything that can be started, followed to its end; for `once`. */
export async function followWorks(probe: Probe): Promise<FollowedWork[]> {
  const followed: FollowedWork[] = [];
  for (const call of workStarters(probe).slice(0, probe.breadth)) {
    const work = await startWork(probe, call);
    followed.push({ ...work, polls: isAccepted(work) ? await pollWork(probe, work) : [] });
  }
  return followed;
}

/** True when the work goes on after its answer. */
export function isAccepted({ accepted }: Pick<Work, 'accepted'>): boolean {
  return accepted.answer?.status === 202;
}

/** Asks for the state until the work has ended, or it cannot be told. */
export async function pollWork(probe: Probe, { target, accepted }: Work, most = mostPolls): Promise<Exchange[]> {
  const polls: Exchange[] = [];
  let last = accepted;
  let waited = 0;
  while (target !== undefined && polls.length < most) {
    // The first question goes at once, so that the link and an unfinished state are seen.
    const delay = polls.length === 0 ? 0 : (delayOf(probe, last) ?? 1);
    waited += delay;
    if (waited > longestWait || !(await probe.wait(delay * 1_000))) break;
    last = await probe.send({ method: 'GET', target });
    polls.push(last);
    if (phaseOf(last) !== 'unfinished') break;
  }
  return polls;
}

/** Seconds until asking again is worth it, by the header or the body. */
export function delayOf({ api, now }: Probe, exchange: Exchange): number | undefined {
  const { retryAfter } = readProblem(exchange, api.settings);
  const said = secondsOf(exchange.answer?.headers['retry-after'], now());
  return said ?? (typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter : undefined);
}

/** How the work stands by an answer about it; undefined when the answer does not tell. */
export function phaseOf(exchange: Exchange): Phase | undefined {
  if (exchange.answer?.status === 303) return 'succeeded';
  const state = isSuccess(exchange) ? stateOf(exchange.answer?.json) : undefined;
  if (state === undefined) return undefined;
  const plain = state.toLowerCase();
  if (/^(?:cancell?ed|aborted|stopped|terminated)$/.test(plain)) return 'cancelled';
  if (/^(?:failed|failure|error|errored|interrupted|rejected|expired|timed[ _-]?out)$/.test(plain)) return 'failed';
  return /^(?:succe(?:eded|ss|ssful)|completed?|done|finished|ready|ok)$/.test(plain) ? 'succeeded' : 'unfinished';
}

/** The word for the state. */
export function stateOf(json: JsonValue | undefined): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const [, state] =
    Object.entries(json).find(([name, value]) => typeof value === 'string' && isNamed(name, stateNames)) ?? [];
  if (typeof state === 'string') return state;
  return typeof json.done === 'boolean' ? (json.done ? 'done' : 'running') : undefined;
}

/** Asks about each work that goes on in the background; the others cannot tell anything. */
export async function askWorks(
  probe: Probe,
  ask: (work: FollowedWork) => Outcome | Outcome[] | Promise<Outcome | Outcome[]>,
): Promise<Outcome[]> {
  const works = await probe.once(followWorks);
  return askEach(works, noWork, async (work) => {
    if (isAccepted(work)) return ask(work);
    const { operation, accepted } = work;
    const said = isSuccess(accepted) ? 'it was done at once' : `it is answered with ${outcomeOf(accepted)}`;
    return open(said, { operation, exchanges: [accepted] });
  });
}

/** Said where nothing long could be started. */
export const noWork = 'no operation that starts long work was named with --writes';
