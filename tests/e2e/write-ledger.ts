/**
 * Writers that record what the server acknowledged, so that after a crash a test knows which writes must exist,
 * may exist, and must not exist. Each writer has its own ids, so the order of its writes is known.
 */
import { agentDocument } from './agent-document.js';

/** The record of one entry. */
export interface LedgerLine {
  id: string;
  /** Number of the last attempted write; each write puts its number into the description. */
  tried: number;
  /** Number of the last acknowledged write; 0 if there was none. */
  acknowledged: number;
  /** Revision that the server returned with it. */
  revision: number;
}

/** Records of all entries. */
export type Ledger = Map<string, LedgerLine>;

/** A word that only this entry has, without digits, because a search treats those as separate words. */
export function wordOf(id: string): string {
  return `quay${id.replaceAll('-', 'x').replaceAll(/\d/g, (digit) => 'bcdfghjklm'.charAt(Number(digit)))}q`;
}

/** The description of write number `n`. */
export function descriptionOf(id: string, n: number): string {
  return `Write ${n} of ${id}, ${wordOf(id)}.`;
}

/** Writes sequentially until the server is gone or `enough` returns true. */
export async function runWriter(url: string, ledger: Ledger, writer: string, enough: () => boolean): Promise<void> {
  const own: LedgerLine[] = [];
  for (let turn = 0; !enough(); turn += 1) {
    const fresh = turn % 3 === 0 || own.length === 0;
    const line = fresh ? newLine(ledger, `${writer}-${turn}`) : own[(turn * 7) % own.length];
    if (line === undefined) return;
    if (fresh) own.push(line);
    if (!(await writeOnce(url, line))) return;
  }
}

function newLine(ledger: Ledger, id: string): LedgerLine {
  const line: LedgerLine = { id, tried: 0, acknowledged: 0, revision: 0 };
  ledger.set(id, line);
  return line;
}

/** One write; false if there was no response. A response other than success fails the test. */
export async function writeOnce(url: string, line: LedgerLine): Promise<boolean> {
  line.tried += 1;
  const n = line.tried;
  const known = line.acknowledged > 0;
  const answer = await send(known ? `${url}/agents/${line.id}` : `${url}/agents`, known ? 'PUT' : 'POST', line.id, n);
  if (answer === undefined) return false;
  if (answer.status >= 300) throw new Error(`write ${n} of ${line.id} got status ${answer.status}: ${answer.text}`);
  line.acknowledged = n;
  line.revision = revisionOf(answer.etag);
  return true;
}

async function send(url: string, method: string, id: string, n: number) {
  try {
    const response = await fetch(url, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(agentDocument(id, { description: descriptionOf(id, n) })),
    });
    return { status: response.status, etag: response.headers.get('etag'), text: await response.text() };
  } catch {
    return undefined;
  }
}

/** The revision that an entity tag names. */
export function revisionOf(etag: string | null): number {
  const revision = /^(?:W\/)?"r(\d+)-/.exec(etag ?? '')?.[1];
  if (revision === undefined) throw new Error(`the entity tag ${etag} names no revision`);
  return Number(revision);
}
