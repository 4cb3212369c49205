/**
 * The JSON of an entry in the database. Many operations come last, so that the text can be parsed in portions, between
 * which other requests have a turn.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry, Operation } from '@dragoman/model';

/** Characters of JSON from which an entry is large: parsing it takes a noticeable time. */
export const largeEntry = 262_144;
/** Positions that are tried as the end of the head or of a portion, before the rest is parsed in one piece. */
const maxAttempts = 20;

const start = ',"operations":[';

/** With fewer operations, the members of an entry keep their order. */
const manyOperations = 100;

/** The JSON of an entry. */
export function writeEntry(entry: Entry): string {
  const { operations, ...rest } = entry;
  if (operations.length < manyOperations) return JSON.stringify(entry);
  return JSON.stringify({ ...rest, operations });
}

/** Operations that are written in one turn of the event loop. */
const operationsPerTurn = 250;

/** The same JSON, written in portions. */
export async function writeEntryInTurns(entry: Entry): Promise<string> {
  const { operations, ...rest } = entry;
  if (operations.length < manyOperations) return JSON.stringify(entry);
  const portions: string[] = [];
  for (let from = 0; from < operations.length; from += operationsPerTurn) {
    await nextTurn();
    portions.push(JSON.stringify(operations.slice(from, from + operationsPerTurn)).slice(1, -1));
  }
  return `${JSON.stringify(rest).slice(0, -1)}${start}${portions.join(',')}]}`;
}

/** Parses the JSON of an entry, a large one in portions. */
export async function parseEntryInTurns(text: string, portion = largeEntry): Promise<Entry> {
  if (text.length < portion) return JSON.parse(text) as Entry;
  const head = parseHead(text);
  if (head === undefined) return JSON.parse(text) as Entry;
  const operations: Operation[] = [];
  // Without the end of the array and of the entry.
  const list = text.slice(head.end, -2);
  // Operations usually begin with the same member.
  const between = `},${list.slice(0, list.indexOf(':'))}`;
  for (let from = 0; from < list.length; ) {
    await nextTurn();
    const next = parsePortion(list, { from, portion, between });
    if (next === undefined) return JSON.parse(text) as Entry;
    operations.push(...next.operations);
    from = next.end;
  }
  return { ...head.rest, operations };
}

/** The members before the operations; undefined for a text in which the operations do not come last. */
function parseHead(text: string): { rest: Omit<Entry, 'operations'>; end: number } | undefined {
  if (!text.endsWith(']}')) return undefined;
  let at = text.indexOf(start);
  for (let attempts = 0; at >= 0 && attempts < maxAttempts; attempts += 1) {
    // A text that is complete with one closing brace has no open object or array: this is a member of the entry.
    const rest = tryParse<Omit<Entry, 'operations'>>(`${text.slice(0, at)}}`);
    if (rest !== undefined) return { rest, end: at + start.length };
    at = text.indexOf(start, at + 1);
  }
  return undefined;
}

/** The operations from a position on, and the position after them; undefined for a text that is not only operations. */
function parsePortion(
  text: string,
  { from, portion, between }: { from: number; portion: number; between: string },
): { operations: Operation[]; end: number } | undefined {
  let at = text.indexOf(between, from + portion);
  for (let attempts = 0; at >= 0 && attempts < maxAttempts; attempts += 1) {
    // A text that is a complete list ends between two operations, and not inside one of them.
    const operations = tryParse<Operation[]>(`[${text.slice(from, at + 1)}]`);
    if (operations !== undefined) return { operations, end: at + 2 };
    at = text.indexOf(between, at + 1);
  }
  const operations = tryParse<Operation[]>(`[${text.slice(from)}]`);
  return operations === undefined ? undefined : { operations, end: text.length };
}

function tryParse<Value>(text: string): Value | undefined {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return undefined;
  }
}
