/**
 * Concurrent clients that register, call, call in the background, import and change a toolset, and note what the server
 * acknowledged. A client without an answer repeats its request with the same key after the restart, as a careful one does.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { agentDocument } from '../../tests/e2e/agent-document.js';
import { type Answer, ask, type Question } from './ask.js';

/** A request with a key, and what it is about. */
export interface KeyedRequest {
  kind: 'call' | 'import';
  subject: string;
  question: Question;
}

/** What clients know so far. */
export interface Notes {
  /** Ids of entries that were acknowledged, and that may exist. */
  stored: Set<string>;
  tried: Set<string>;
  /** Tasks whose call was answered with success. */
  answered: Set<string>;
  /** Background calls that were accepted: task by id of the operation. */
  accepted: Map<string, string>;
  /** Requests without a final answer. */
  unclear: KeyedRequest[];
  /** Number of the last acknowledged and of the last attempted change of the toolset. */
  toolset: { acknowledged: number; tried: number };
  /** Answers that the server must not give. */
  unexpected: string[];
}

/** Id of the service that is called, and of the toolset that is changed. */
export const serviceId = 'worker';
const toolsetId = 'desk';
const clientsOfKind = 2;
const unavailable = 503;
const preconditionFailed = 412;
const pauseMs = 50;

/** Notes of clients that have done nothing yet. */
export function createNotes(): Notes {
  return {
    stored: new Set(),
    tried: new Set(),
    answered: new Set(),
    accepted: new Map(),
    unclear: [],
    toolset: { acknowledged: 0, tried: 0 },
    unexpected: [],
  };
}

/** Registers the service that is called, and creates the toolset; both may exist already. */
export async function prepareLoad(origin: string, serviceUrl: string): Promise<void> {
  const inputs = { type: 'object', properties: { task: { type: 'string' } }, required: ['task'] };
  const made = await ask(origin, { path: '/agents', body: agentDocument(serviceId, { endpoint: serviceUrl, inputs }) });
  if (made === undefined || made.status >= 300) throw new Error(`the service was not registered: ${made?.status}`);
  const toolset = await ask(origin, { path: '/toolsets', body: { id: toolsetId, ...toolsetBody(0) } });
  if (toolset?.status !== 201) throw new Error(`the toolset was not created: ${JSON.stringify(toolset?.body)}`);
}

function toolsetBody(change: number) {
  return { name: 'Desk', tools: [{ agent_id: serviceId, tool: 'invoke', description: `Change ${change}.` }] };
}

/** Number of the change that the toolset has. */
export async function toolsetChange(origin: string): Promise<number> {
  const answer = await ask(origin, { path: `/toolsets/${toolsetId}` });
  return Number(/"Change (\d+)\."/.exec(JSON.stringify(answer?.body))?.[1] ?? Number.NaN);
}

/** Runs all clients until `isOver`, or until the server is gone; `goesOn`: other servers answer at the same address. */
export async function runLoad(
  origin: string,
  notes: Notes,
  isOver: () => boolean,
  { goesOn = false }: { goesOn?: boolean } = {},
): Promise<void> {
  const repeat = async (act: () => Promise<Answer | undefined>) => {
    while (!isOver()) {
      const answer = await act();
      if (answer === undefined && !goesOn) return;
      if (answer !== undefined) noteUnexpected(answer, notes);
      if (answer === undefined || answer.status === unavailable) await sleep(pauseMs);
    }
  };
  // One client changes the toolset, so that the order of its changes is known.
  const clients = Object.values(actions).flatMap((act) => (act === change ? [act] : Array(clientsOfKind).fill(act)));
  await Promise.all(clients.map((act) => repeat(() => act(origin, notes))));
}

/** Notes an answer that the documentation does not promise: while the store is unavailable it is 503. */
export function noteUnexpected({ status, body }: Answer, { unexpected }: Notes): void {
  if (status < 400 || status === unavailable) return;
  unexpected.push(`status ${status}: ${JSON.stringify(body).slice(0, 300)}`);
}

/** What clients do, by name. */
export const actions = { register, call, callInBackground, importOne, change };

const newId = (kind: string) => `${kind}-${randomUUID()}`;

async function register(origin: string, notes: Notes): Promise<Answer | undefined> {
  const id = newId('entry');
  notes.tried.add(id);
  const answer = await ask(origin, { path: '/agents', body: agentDocument(id) });
  if (answer?.status === 201) notes.stored.add(id);
  return answer;
}

async function importOne(origin: string, notes: Notes): Promise<Answer | undefined> {
  const id = newId('import');
  notes.tried.add(id);
  const body = { items: [{ document: agentDocument(id) }] };
  return send(origin, notes, { kind: 'import', subject: id, question: { path: '/imports', body, headers: key(id) } });
}

async function call(origin: string, notes: Notes): Promise<Answer | undefined> {
  const task = newId('call');
  const question = { path: `/agents/${serviceId}/invoke`, body: { task }, headers: key(task) };
  return send(origin, notes, { kind: 'call', subject: task, question });
}

const key = (value: string) => ({ 'idempotency-key': value });

/** Sends a keyed request and notes its answer; without a final one it is unclear. */
async function send(origin: string, notes: Notes, request: KeyedRequest): Promise<Answer | undefined> {
  const answer = await ask(origin, request.question);
  if (answer?.status === 200) (request.kind === 'call' ? notes.answered : notes.stored).add(request.subject);
  else notes.unclear.push(request);
  return answer;
}

async function callInBackground(origin: string, notes: Notes): Promise<Answer | undefined> {
  const task = newId('background');
  const headers = { ...key(task), prefer: 'respond-async' };
  const answer = await ask(origin, { path: `/agents/${serviceId}/invoke`, body: { task }, headers });
  if (answer?.status === 202) notes.accepted.set(String(answer.body.id), task);
  return answer;
}

/** A change names the version that it replaces: one that was delayed on its way must not undo later ones. */
async function change(origin: string, { toolset }: Notes): Promise<Answer | undefined> {
  const path = `/toolsets/${toolsetId}`;
  const read = await ask(origin, { path });
  const etag = read?.headers.get('etag') ?? undefined;
  if (etag === undefined) return read;
  toolset.tried += 1;
  const number = toolset.tried;
  const headers = { 'if-match': etag };
  const answer = await ask(origin, { method: 'PUT', path, body: toolsetBody(number), headers });
  if (answer?.status === 200) toolset.acknowledged = Math.max(toolset.acknowledged, number);
  // Another change was applied in between: the client reads again.
  return answer?.status === preconditionFailed ? read : answer;
}
