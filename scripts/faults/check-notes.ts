/** Compares a server, after its faults, with what its clients noted and with what the service counted. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, ask } from './ask.js';
import { type KeyedRequest, type Notes, serviceId, toolsetChange } from './mixed-load.js';

/** Counts and violations of a finished load. */
export interface Findings {
  counts: Map<string, number>;
  violations: string[];
}

const waitMs = 30_000;
const searched = 40;
/** The load cancels nothing, so `cancelled` is not among them. */
const finalStates: ReadonlySet<unknown> = new Set(['succeeded', 'failed', 'interrupted']);

/** Waits until the condition holds; false if it never does. */
export async function until(holds: () => Promise<boolean>): Promise<boolean> {
  for (const end = Date.now() + waitMs; Date.now() < end; ) {
    if (await holds()) return true;
    await sleep(100);
  }
  return false;
}

/** Repeats the unclear requests, then checks everything; `services` is the number of entries that clients did not add. */
export async function checkNotes(
  origin: string,
  notes: Notes,
  effects: ReadonlyMap<string, number>,
  services = 1,
): Promise<Findings> {
  const violations = [...notes.unexpected];
  const unknown = await repeatUnclear(origin, notes, violations);
  await checkEntries(origin, notes, { violations, services });
  const interrupted = await checkBackground(origin, notes, violations);
  const change = await toolsetChange(origin);
  if (!(change >= notes.toolset.acknowledged && change <= notes.toolset.tried)) {
    violations.push(`the toolset has change ${change}, ${notes.toolset.acknowledged} was acknowledged`);
  }
  for (const [task, count] of effects) if (count > 1) violations.push(`${task} was executed ${count} times`);
  for (const task of notes.answered) if (!effects.has(task)) violations.push(`${task} was answered and never executed`);
  const records = await checkRecord(origin, effects, violations);
  const counts = new Map([
    ['entries acknowledged', notes.stored.size],
    ['calls answered', notes.answered.size],
    ['background calls accepted', notes.accepted.size],
    ['changes of the toolset acknowledged', notes.toolset.acknowledged],
    ['executions counted by the service', effects.size],
    ['calls and background calls with the outcome "unknown"', unknown + interrupted],
    ['audit records of calls', records],
  ]);
  return { counts, violations };
}

/** Sends them again with their keys; returns the number of calls whose outcome stays unknown. */
async function repeatUnclear(origin: string, notes: Notes, violations: string[]): Promise<number> {
  let unknown = 0;
  for (const request of notes.unclear.splice(0)) {
    const answer = await repeatUntilFinal(origin, request);
    if (answer?.status === 200) (request.kind === 'call' ? notes.answered : notes.stored).add(request.subject);
    else if (request.kind === 'call' && answer?.body.code === 'OUTCOME_UNKNOWN') unknown += 1;
    else violations.push(`the repeated ${request.kind} got ${answer?.status}: ${JSON.stringify(answer?.body)}`);
  }
  return unknown;
}

async function repeatUntilFinal(origin: string, { question }: KeyedRequest): Promise<Answer | undefined> {
  let answer: Answer | undefined;
  await until(async () => {
    answer = await ask(origin, question);
    return answer !== undefined && answer.body.code !== 'CALL_RUNNING' && answer.status !== 503;
  });
  return answer;
}

/** Every acknowledged entry is there, and the index contains what the store contains. */
async function checkEntries(
  origin: string,
  { stored, tried }: Notes,
  { violations, services }: { violations: string[]; services: number },
): Promise<void> {
  const present: string[] = [];
  for (const id of tried) {
    const answer = await ask(origin, { path: `/agents/${id}` });
    if (answer?.status === 200) present.push(id);
    else if (stored.has(id)) violations.push(`the entry ${id} was acknowledged and is lost`);
  }
  const list = await ask(origin, { path: '/agents?top=0' });
  const listed = Number(list?.headers.get('x-total-count')) - services;
  if (listed !== present.length) violations.push(`the index lists ${listed} entries, the store has ${present.length}`);
  const step = Math.max(1, Math.floor(present.length / searched));
  for (const id of present.filter((_, at) => at % step === 0)) {
    let found: Answer | undefined;
    await until(async () => {
      found = await ask(origin, { path: '/agents/search', body: { query: id, top: 5 } });
      return found?.status !== 429;
    });
    const results = (found?.body.results ?? []) as { id: string }[];
    if (!results.some((result) => result.id === id)) violations.push(`the entry ${id} is not found by a search`);
  }
}

/** Every accepted background call ends; returns the number of those with an unknown outcome. */
async function checkBackground(origin: string, { accepted }: Notes, violations: string[]): Promise<number> {
  let interrupted = 0;
  for (const id of accepted.keys()) {
    let answer: Answer | undefined;
    const ended = await until(async () => {
      answer = await ask(origin, { path: `/operations/${id}` });
      return finalStates.has(answer?.body.state);
    });
    if (!ended) violations.push(`the background call ${id} did not end: ${answer?.status} ${answer?.body.state}`);
    if (answer?.body.state === 'interrupted') interrupted += 1;
  }
  return interrupted;
}

/** The chain is complete, and every execution has a record; returns the number of records of calls that left. */
async function checkRecord(
  origin: string,
  effects: ReadonlyMap<string, number>,
  violations: string[],
): Promise<number> {
  let verification: Answer | undefined;
  const ok = await until(async () => {
    verification = await ask(origin, { path: '/audit/verification' });
    return verification?.body.ok === true;
  });
  if (!ok) violations.push(`audit verification: ${JSON.stringify(verification?.body).slice(0, 300)}`);
  let records = 0;
  const read = async () => {
    records = 0;
    for (let after: unknown = 0; after !== undefined; ) {
      const page = await ask(origin, { path: `/audit?target=${serviceId}&after=${after}&limit=200` });
      const list = (page?.body.records ?? []) as { outcome: string; action: string }[];
      records += list.filter(({ action, outcome }) => action.includes('call') && outcome !== 'refused').length;
      after = page?.body.next_after;
    }
    return records >= effects.size;
  };
  if (!(await until(read))) violations.push(`${effects.size} calls were executed, ${records} have an audit record`);
  return records;
}
