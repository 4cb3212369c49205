/**
 * From a task in words to an answer (AIDIP -01 §10): search, select by policy, read the full metadata, call, and handle
 * what comes of it, with no address known but the registry's. Each call leaves an entry in the caller's own log.
 */
import type { JsonValue } from '@dragoman/model';
import type { AgentSearch, AgentSummary, RegisteredAgent } from './agent-document.js';
import type { AgentCalls } from './agents.js';
import { clientError, isDragomanError } from './dragoman-error.js';
import type { CallAnswer, InvokeOptions } from './invocation.js';
import type { TrustRules } from './trust.js';
import { judgeTrust } from './trust.js';

/** An agent that a search found, with its metadata. */
export interface Candidate {
  hit: AgentSummary;
  agent: RegisteredAgent;
}

/** Chooses: true takes the candidate. It may ask a person. */
export type CandidatePolicy = (candidate: Candidate) => boolean | Promise<boolean>;

/** How the agent of a task is called. */
export type TaskCall = Omit<InvokeOptions, 'agent' | 'trust' | 'signal'>;

/** What is to be done. */
export interface Task {
  search: AgentSearch;
  /** The input, or what makes it for the agent that was chosen. */
  input: JsonValue | ((agent: RegisteredAgent) => JsonValue | Promise<JsonValue>);
  /** Rules of trust, or a rule of the caller's own; the first candidate that passes is taken, best score first. */
  policy?: TrustRules | CandidatePolicy;
  /** How it is called, or what decides that for the agent that was chosen: no two name their operations alike. */
  call?: TaskCall | ((agent: RegisteredAgent) => TaskCall | Promise<TaskCall>);
  signal?: AbortSignal;
}

/** One call, for the caller's own log; nothing of it is sent anywhere. */
export interface UseEntry {
  at: string;
  agent: string;
  operation?: string;
  outcome: 'succeeded' | 'failed';
  /** Code of the failure. */
  code?: string;
  durationMs: number;
  attempts: number;
}

/** What discovering needs. */
export interface DiscoverPorts {
  client: { agents: Pick<AgentCalls, 'search' | 'read' | 'invoke'> };
  /** Takes an entry per call. */
  log?: (entry: UseEntry) => void;
  /** Milliseconds since the epoch. */
  now?: () => number;
}

/** What came of a task. */
export interface TaskResult {
  answer: CallAnswer;
  chosen: Candidate;
  /** Ids of better hits that the policy did not take. */
  passedOver: string[];
}

/** How often a search is made anew because the agent chosen is gone. */
const mostSearches = 3;

/**
 * Does a task with the first agent that the policy takes. An agent that has gone meanwhile is not called again: the
 * search is made anew without it (AIDIP-ERR-06). Every other failure of the call is thrown as it is.
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
    typeof policy === 'function' ? policy : ({ agent }) => judgeTrust(agent, policy).trusted;
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
        ? 'No agent was found for the task.'
        : `None of the ${passedOver.length} agents found for the task passes the policy.`,
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

/** An agent that finds nothing is not gone. */
function isGone(thrown: unknown): boolean {
  return isDragomanError(thrown) && thrown.code === 'NOT_FOUND' && !thrown.fromAgent;
}
