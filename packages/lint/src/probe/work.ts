/**
 * Long-running operations that the probe starts: acknowledgment, status and result. Polled at the interval that the API
 * requests, a limited number of times.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../api/api.js';
import { findParameter, isNamed } from '../api/operation-facts.js';
import { stopsWork } from '../rules/long-running/status-reads.js';
import { targetOf } from './address.js';
import { findLink } from './answer-links.js';
import { type Call, withHeaders } from './call.js';
import { checkEach, type Outcome, open, type Probe } from './check.js';
import type { Exchange } from './exchange.js';
import { isSuccess, outcomeOf } from './exchange.js';
import { readProblem } from './read-problem.js';
import { secondsOf } from './retry-delay.js';

/** A started operation. */
export interface Work {
  call: Call;
  operation: ApiOperation;
  /** The response to the call that started it. */
  accepted: Exchange;
  /** The status URL from the response. */
  link?: string;
  /** The status URL relative to the base URL; absent when it is outside the base URL. */
  target?: string;
}

/** An operation with its status responses, polled until its end. */
export interface FollowedWork extends Work {
  polls: readonly Exchange[];
}

/** The interpretation of a status. */
export type Phase = 'unfinished' | 'succeeded' | 'failed' | 'cancelled';

const stateNames = ['state', 'status', 'phase'];
const statusLinks = ['status', 'status-url', 'self', 'operation', 'operation-url', 'monitor', 'href', 'url'];
const mostPolls = 20;
/** Maximum waiting time per operation, in seconds. */
const longestWait = 60;

/** Calls of allowed writes that start long-running operations, according to their description. */
export function workStarters({ writes, api }: Pick<Probe, 'writes' | 'api'>): Call[] {
  const isStop = (operation: ApiOperation) =>
    api.operations.some(({ kinds, path }) => kinds.item && operation.path !== path && stopsWork(operation, path));
  return writes
    .filter(({ operation }) => operation.kinds.slow && operation.method !== 'delete' && !isStop(operation))
    .map(inBackground);
}

/** The call with a preference for asynchronous processing, where the operation supports one (RFC 7240). */
function inBackground(call: Call): Call {
  const agent = call.operation.value['x-agent'];
  const said = isJsonObject(agent) && isJsonObject(agent.long_running) ? agent.long_running.prefer : undefined;
  const prefer = findParameter(call.operation, ['prefer'], ['header']);
  const wanted = typeof said === 'string' ? said : /respond-async/.exec(prefer?.description ?? '')?.[0];
  return wanted === undefined ? call : withHeaders(call, { Prefer: wanted });
}

/** Starts the operation with a different resource. */
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

/** Starts every long-running operation and polls it to its end; called through `probe.once`. */
export async function followWorks(probe: Probe): Promise<FollowedWork[]> {
  const followed: FollowedWork[] = [];
  for (const call of workStarters(probe).slice(0, probe.breadth)) {
    const work = await startWork(probe, call);
    followed.push({ ...work, polls: isAccepted(work) ? await pollWork(probe, work) : [] });
  }
  return followed;
}

/** True when the operation continues after its response. */
export function isAccepted({ accepted }: Pick<Work, 'accepted'>): boolean {
  return accepted.answer?.status === 202;
}

/** Polls until the operation has finished, or its status is unclear. */
export async function pollWork(probe: Probe, { target, accepted }: Work, most = mostPolls): Promise<Exchange[]> {
  const polls: Exchange[] = [];
  let last = accepted;
  let waited = 0;
  while (target !== undefined && polls.length < most) {
    // The first poll is immediate, so that the link and an unfinished status are observed.
    const delay = polls.length === 0 ? 0 : (delayOf(probe, last) ?? 1);
    waited += delay;
    if (waited > longestWait || !(await probe.wait(delay * 1_000))) break;
    last = await probe.send({ method: 'GET', target, linked: true });
    polls.push(last);
    if (phaseOf(last) !== 'unfinished') break;
  }
  return polls;
}

/** Seconds until the next poll, from the header or the body. */
export function delayOf({ api, now }: Probe, exchange: Exchange): number | undefined {
  const { retryAfter } = readProblem(exchange, api.settings);
  const said = secondsOf(exchange.answer?.headers['retry-after'], now());
  return said ?? (typeof retryAfter === 'number' && retryAfter >= 0 ? retryAfter : undefined);
}

/** The phase of an operation according to a response; undefined when the response does not say. */
export function phaseOf(exchange: Exchange): Phase | undefined {
  if (exchange.answer?.status === 303) return 'succeeded';
  const state = isSuccess(exchange) ? stateOf(exchange.answer?.json) : undefined;
  if (state === undefined) return undefined;
  const plain = state.toLowerCase();
  if (/^(?:cancell?ed|aborted|stopped|terminated)$/.test(plain)) return 'cancelled';
  if (/^(?:failed|failure|error|errored|interrupted|rejected|expired|timed[ _-]?out)$/.test(plain)) return 'failed';
  return /^(?:succe(?:eded|ss|ssful)|completed?|done|finished|ready|ok)$/.test(plain) ? 'succeeded' : 'unfinished';
}

/** The status value. */
export function stateOf(json: JsonValue | undefined): string | undefined {
  if (!isJsonObject(json)) return undefined;
  const [, state] =
    Object.entries(json).find(([name, value]) => typeof value === 'string' && isNamed(name, stateNames)) ?? [];
  if (typeof state === 'string') return state;
  return typeof json.done === 'boolean' ? (json.done ? 'done' : 'running') : undefined;
}

/** Checks each operation that continues in the background; the others cannot show anything. */
export async function checkOperations(
  probe: Probe,
  ask: (work: FollowedWork) => Outcome | Outcome[] | Promise<Outcome | Outcome[]>,
): Promise<Outcome[]> {
  const works = await probe.once(followWorks);
  return checkEach(works, noWork, async (work) => {
    if (isAccepted(work)) return ask(work);
    const { operation, accepted } = work;
    const said = isSuccess(accepted) ? 'it was completed synchronously' : `it returned ${outcomeOf(accepted)}`;
    return open(said, { operation, exchanges: [accepted] });
  });
}

/** Reported when no long-running operation could be started. */
export const noWork = 'no operation that starts long-running work was allowed with --writes';
