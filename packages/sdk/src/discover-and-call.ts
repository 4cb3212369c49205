/**
 * From a task in natural language to a result (AIDIP -01 §10): search, select by policy, read the full metadata, call,
 * and handle the outcome, knowing only the registry's URL. Each call adds an entry to the caller's own log.
 */
import type { JsonValue } from '@dragoman/model';
import type { AgentSearch, AgentSummary, RegisteredAgent } from './agent-document.js';
import type { AgentCalls } from './agents.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import type { CallAnswer, InvokeOptions } from './invocation.js';
import type { TrustRules } from './trust.js';
import { evaluateTrust } from './trust.js';

/** A service from a search, with its metadata. */
export interface Candidate {
  hit: AgentSummary;
  agent: RegisteredAgent;
}

/** Selects: true accepts the candidate. It may ask a person. */
export type CandidatePolicy = (candidate: Candidate) => boolean | Promise<boolean>;

/** Options for a task. */
export type TaskCall = Omit<InvokeOptions, 'agent' | 'trust' | 'signal'>;

/** The task. */
export interface Task {
  search: AgentSearch;
  /** The input, or a function that creates it for the selected service. */
  input: JsonValue | ((agent: RegisteredAgent) => JsonValue | Promise<JsonValue>);
  /** Trust rules, or a custom policy; the first candidate that passes is selected, best score first. */
  policy?: TrustRules | CandidatePolicy;
  /** Call options, or a function that returns them for the selected service, because operation names differ. */
  call?: TaskCall | ((agent: RegisteredAgent) => TaskCall | Promise<TaskCall>);
  signal?: AbortSignal;
}

/** One call, for the caller's own log; never sent anywhere. */
export interface UseEntry {
  at: string;
  agent: string;
  operation?: string;
  outcome: 'succeeded' | 'failed';
  /** Failure code. */
  code?: string;
  durationMs: number;
  attempts: number;
}

/** Dependencies of a discovery. */
export interface DiscoverPorts {
  client: { agents: Pick<AgentCalls, 'search' | 'read' | 'invoke'> };
  /** Receives an entry per call. */
  log?: (entry: UseEntry) => void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** The outcome of a task. */
export interface TaskResult {
  answer: CallAnswer;
  chosen: Candidate;
  /** Ids of better hits that the policy rejected. */
  passedOver: string[];
}

/** Maximum number of repeated searches because the selected service is gone. */
const mostSearches = 3;

/**
 * Runs a task with the first service that the policy accepts. A service that is gone is not called again: the search is
 * repeated without it (AIDIP-ERR-06). All other failures of the call are thrown unchanged.
 */
export async function discoverAndCall(ports: DiscoverPorts, task: Task): Promise<TaskResult> {
  const gone = new Set<string>();
  for (let searches = 1; ; searches += 1) {
    const { chosen, passedOver } = await select(ports, task, gone);
    try {
      return { answer: await callChosen(ports, task, chosen), chosen, passedOver };
    } catch (thrown) {
      if (!isGone(thrown) || searches >= mostSearches) throw thrown;
      gone.add(chosen.agent.id);
    }
  }
}

async function select({ client }: DiscoverPorts, task: Task, gone: ReadonlySet<string>) {
  const { search, policy = {}, signal } = task;
  const options = signal === undefined ? {} : { signal };
  const passes: CandidatePolicy =
    typeof policy === 'function' ? policy : ({ agent }) => evaluateTrust(agent, policy).trusted;
  const passedOver: string[] = [];
  const { hits } = await client.agents.search(search, options);
  for (const hit of hits) {
    if (gone.has(hit.id)) continue;
    const agent = await readIfThere(client, hit.id, options);
    if (agent === undefined) continue;
    if (await passes({ hit, agent })) return { chosen: { hit, agent }, passedOver };
    passedOver.push(hit.id);
  }
  throw clientError('UNTRUSTED_AGENT', {
    message:
      passedOver.length === 0
        ? 'No service was found for the task.'
        : `None of the ${passedOver.length} services found for the task passes the policy.`,
  });
}

async function readIfThere(
  client: DiscoverPorts['client'],
  id: string,
  options: { signal?: AbortSignal },
): Promise<RegisteredAgent | undefined> {
  try {
    const reading = await client.agents.read(id, options);
    return reading.outcome === 'read' ? reading.agent : undefined;
  } catch (thrown) {
    if (isGone(thrown)) return undefined;
    throw thrown;
  }
}

async function callChosen(ports: DiscoverPorts, task: Task, { agent }: Candidate): Promise<CallAnswer> {
  const { client, log = () => undefined, now = Date.now } = ports;
  const input = typeof task.input === 'function' ? await task.input(agent) : task.input;
  const call = typeof task.call === 'function' ? await task.call(agent) : (task.call ?? {});
  const started = now();
  const note = (ending: Pick<UseEntry, 'outcome' | 'attempts'> & { code?: string }) =>
    log({
      at: new Date(started).toISOString(),
      agent: agent.id,
      ...(call.operation === undefined ? {} : { operation: call.operation }),
      durationMs: now() - started,
      ...ending,
    });
  try {
    const options = { ...call, agent, ...(task.signal === undefined ? {} : { signal: task.signal }) };
    const answer = await client.agents.invoke(agent.id, input, options);
    note({ outcome: 'succeeded', attempts: answer.attempts });
    return answer;
  } catch (thrown) {
    const known = isDragomanError(thrown);
    note({ outcome: 'failed', code: known ? thrown.code : 'UNKNOWN', attempts: known ? thrown.attempts : 0 });
    throw thrown;
  }
}

/** A service that finds nothing is not gone. */
function isGone(thrown: unknown): boolean {
  return isDragomanError(thrown) && thrown.code === 'NOT_FOUND' && !thrown.fromAgent;
}
