/** The latest lines of the log, kept in memory, so that administrators can read them without access to the machine. */

/** A kept line. */
export interface LogLine {
  /** Position in the log of this process, from 1. */
  seq: number;
  time: string;
  level: string;
  message: string;
  /** The other members of the line. */
  fields: Readonly<Record<string, unknown>>;
}

/** Which lines to read; all conditions must match. */
export interface LogConditions {
  /** Lines of this level and more important ones. */
  level?: string;
  /** Only lines after this one. */
  after?: number;
  /** Only lines from this time on; RFC 3339, UTC. */
  since?: string;
  traceId?: string;
  caller?: string;
  /** Only lines that contain this text, whatever its case. */
  text?: string;
  /** The newest lines are returned. */
  limit: number;
}

/** The latest lines of one process. */
export interface LogRing {
  /** Adds a line, as JSON. */
  add(line: string): void;
  /** Lines that match, oldest first. */
  read(conditions: LogConditions): LogLine[];
  /** Position of the newest line. */
  last(): number;
}

/** The levels, least important first. */
export const logLevels: readonly string[] = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/** Lines that are kept, and the longest line; a longer one is not kept. */
const kept = { lines: 2000, characters: 16_384 };

/** Creates an empty ring. */
export function createLogRing(size = kept.lines): LogRing {
  const lines: string[] = [];
  let count = 0;
  return {
    add(line) {
      lines[count % size] = line.length > kept.characters ? '' : line;
      count += 1;
    },
    last: () => count,
    read(conditions) {
      const found: LogLine[] = [];
      const oldest = Math.max(0, count - size, conditions.after ?? 0);
      for (let at = count - 1; at >= oldest && found.length < conditions.limit; at -= 1) {
        const text = lines[at % size] ?? '';
        const line = text === '' ? undefined : parse(at + 1, text);
        if (line !== undefined && matches(line, text, conditions)) found.push(line);
      }
      return found.reverse();
    },
  };
}

function parse(seq: number, text: string): LogLine {
  const { level, time, msg, ...fields } = JSON.parse(text) as Record<string, unknown>;
  return { seq, time: String(time), level: String(level), message: String(msg), fields };
}

function matches(line: LogLine, text: string, conditions: LogConditions): boolean {
  const { level, since, traceId, caller } = conditions;
  const rank = (name: string) => logLevels.indexOf(name);
  if (level !== undefined && rank(line.level) < rank(level)) return false;
  if (since !== undefined && line.time < since) return false;
  if (traceId !== undefined && line.fields.trace_id !== traceId) return false;
  if (caller !== undefined && line.fields.caller !== caller) return false;
  return conditions.text === undefined || text.toLowerCase().includes(conditions.text.toLowerCase());
}
