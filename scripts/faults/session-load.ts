/** MCP clients with one session each for the whole run: each call streams its progress, and a broken stream is resumed. */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Notes } from './mixed-load.js';

/** What the clients counted. */
export interface SessionNotes {
  sessions: number;
  /** Tasks whose call ended with its result. */
  answered: Set<string>;
  /** Streams that were continued after their connection had broken. */
  resumed: number;
  /** Calls that ended with the outcome "unknown". */
  unknown: number;
  /** Calls without a result whose stream had not begun, or could not be continued. */
  lost: number;
}

const endpoint = '/agents/streaming/mcp';
const usual = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2025-11-25',
};
const pauseMs = 100;
const maxResumes = 200;

/** Notes of clients that have done nothing yet. */
export const createSessionNotes = (): SessionNotes => ({
  sessions: 0,
  answered: new Set(),
  resumed: 0,
  unknown: 0,
  lost: 0,
});

/** Runs so many clients until `isOver`. */
export async function runSessions(
  origin: string,
  { notes, seen, isOver }: { notes: Notes; seen: SessionNotes; isOver: () => boolean },
  clients: number,
): Promise<void> {
  await Promise.all(Array.from({ length: clients }, () => runClient(origin, { notes, seen, isOver })));
}

async function runClient(
  origin: string,
  { notes, seen, isOver }: { notes: Notes; seen: SessionNotes; isOver: () => boolean },
): Promise<void> {
  const session = await openSession(origin, isOver);
  if (session === undefined) return;
  seen.sessions += 1;
  for (let number = 1; !isOver(); number += 1) {
    const task = `stream-${randomUUID()}`;
    const end = await callOnce(origin, session, { number, task, seen });
    if (end === 'session lost') {
      notes.unexpected.push('a session was not known any more');
      return;
    }
    if (end === 'lost') await sleep(pauseMs);
  }
}

async function openSession(origin: string, isOver: () => boolean): Promise<string | undefined> {
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'faults', version: '1' } };
  while (!isOver()) {
    const response = await post(origin, { id: 0, method: 'initialize', params }, {});
    await response?.text().catch(() => '');
    const session = response?.headers.get('mcp-session-id');
    if (session !== null && session !== undefined) return session;
    await sleep(pauseMs);
  }
  return undefined;
}

function post(origin: string, message: object, headers: Record<string, string>): Promise<Response | undefined> {
  const body = JSON.stringify({ jsonrpc: '2.0', ...message });
  const init = { method: 'POST', headers: { ...usual, ...headers }, body, signal: AbortSignal.timeout(30_000) };
  return fetch(`${origin}${endpoint}`, init).catch(() => undefined);
}

interface Calling {
  number: number;
  task: string;
  seen: SessionNotes;
}

type End = 'answered' | 'unknown' | 'lost' | 'session lost';

async function callOnce(origin: string, session: string, { number, task, seen }: Calling): Promise<End> {
  const headers = { 'mcp-session-id': session };
  const params = { name: 'work', arguments: { task }, _meta: { progressToken: task } };
  const first = await post(origin, { id: number, method: 'tools/call', params }, headers);
  // Every third client leaves in the middle of its stream.
  let text = await readAll(first, number % 3 === 0 ? 'progress":4' : undefined);
  if (first?.status === 404 && text.includes('Unknown session')) return 'session lost';
  for (let resumes = 0; !isEnded(text, number) && resumes < maxResumes; resumes += 1) {
    const id = [...text.matchAll(/^id: (\S+)$/gm)].at(-1)?.[1];
    if (id === undefined) break;
    await sleep(pauseMs);
    const resumed = await fetch(`${origin}${endpoint}`, {
      headers: { ...usual, ...headers, 'last-event-id': id },
      signal: AbortSignal.timeout(30_000),
    }).catch(() => undefined);
    const more = await readAll(resumed);
    if (resumed?.status === 404) {
      if (more.includes('Unknown session')) return 'session lost';
      break;
    }
    if (resumed?.status === 200) seen.resumed += 1;
    text += more;
  }
  if (text.includes(`done: ${task}`)) {
    seen.answered.add(task);
    return 'answered';
  }
  const isUnknown = text.includes('may have taken effect');
  if (isUnknown) seen.unknown += 1;
  else seen.lost += 1;
  return isUnknown ? 'unknown' : 'lost';
}

const isEnded = (text: string, number: number) => new RegExp(`"id":${number}[,}]`).test(text);

/** What arrived before the connection ended; the client ends it itself after this text. */
async function readAll(response: Response | undefined, until?: string): Promise<string> {
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response?.body ?? []) {
      text += decoder.decode(chunk as Uint8Array, { stream: true });
      if (until !== undefined && text.includes(until)) return text;
    }
  } catch {
    // The rest is asked for again.
  }
  return text;
}
