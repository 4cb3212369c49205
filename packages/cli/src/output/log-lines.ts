/** Lines of the server's log: reading a saved log, and printing lines for people. */
import { isJsonObject } from '@dragoman/model';
import type { LogConditions, ServerLogLine } from '@dragoman/sdk';
import { join, line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Longest line of a file; the rest of a longer one is dropped. */
const maxCharacters = 65_536;

const ranks = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Lines of a saved log that match; text between the lines is shown as a message without a level of its own. */
export async function* readLogText(
  chunks: AsyncIterable<Uint8Array>,
  conditions: LogConditions,
): AsyncGenerator<ServerLogLine> {
  const decoder = new TextDecoder();
  let rest = '';
  let seq = 0;
  const read = (text: string): ServerLogLine[] => {
    seq += 1;
    const found = text.trim() === '' ? undefined : parse(seq, text);
    return found !== undefined && matches(found, text, conditions) ? [found] : [];
  };
  for await (const chunk of chunks) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = (parts.pop() ?? '').slice(0, maxCharacters);
    for (const text of parts) yield* read(text);
  }
  yield* read(rest);
}

function parse(seq: number, text: string): ServerLogLine {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) {
      const { level, time, msg, ...fields } = value;
      const known = ranks.includes(String(level)) ? (level as ServerLogLine['level']) : 'info';
      return { worker: 0, seq, time: String(time ?? ''), level: known, message: String(msg ?? ''), fields };
    }
  } catch {
    // Programs next to the server may write to the same log.
  }
  return { worker: 0, seq, time: '', level: 'info', message: text, fields: {} };
}

function matches(found: ServerLogLine, text: string, { level, traceId, caller, since, text: part }: LogConditions) {
  if (level !== undefined && ranks.indexOf(found.level) < ranks.indexOf(level)) return false;
  if (traceId !== undefined && found.fields.trace_id !== traceId) return false;
  if (caller !== undefined && found.fields.caller !== caller) return false;
  if (since !== undefined && found.time < since) return false;
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}

/** Members that are left out for people: the others say the same. */
const hiddenFields = new Set(['span_id', 'caller_kind', 'user_agent', 'client', 'method', 'route', 'path', 'err']);

/** Prints one line: time, level, what happened, then the other members. */
export function printLogLine(print: Printer, { time, level, message, fields }: ServerLogLine): void {
  const { color } = print;
  const word = level.toUpperCase().padEnd(5);
  const painted =
    level === 'error' || level === 'fatal' ? color.bad(word) : level === 'warn' ? color.warning(word) : word;
  const { method, path, err } = fields;
  const what = message === 'request' && typeof path === 'string' ? `${String(method)} ${path}` : message;
  const rest = Object.entries(fields)
    .filter(([name, value]) => !hiddenFields.has(name) && value !== undefined)
    .map(([name, value]) => color.faint(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`));
  const cause = isJsonObject(err) && typeof err.message === 'string' ? [color.bad(err.message)] : [];
  const clock = time === '' ? '            ' : time.slice(11, 23);
  print.out(line`${color.faint(clock)} ${painted} ${join([what, ...cause, ...rest], ' ')}`);
}
