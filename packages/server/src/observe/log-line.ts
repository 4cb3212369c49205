/** Formats log lines: one JSON object each, with secrets hidden. Written for speed, because every call logs one line. */

/** Formats a line with its line break. */
export type FormatLine = (level: string, fields: object, message: string) => string;

/** Members whose values never reach the log, in lower case, at any depth. */
const secretNames = new Set([
  'authorization',
  'x-api-key',
  'cookie',
  'set-cookie',
  'secret',
  'password',
  'key',
  'token',
]);
const hidden = '[hidden]';

/** Text that is the same in JSON. */
const plainText = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

/** Field names that are cached; our own code has far fewer. */
const cachedNames = 256;

/** Maximum number of characters of a value whose JSON is cached. */
const longestCached = 256;

/** A field with its last text value: most fields of a request's line say the same as in the line before. */
interface Field {
  /** The name in JSON, with the comma before and the colon after it. */
  start: string;
  isSecret: boolean;
  lastValue: string;
  /** Name and last value in JSON. */
  lastMember: string;
}

/** Creates a formatter; `now` returns milliseconds since the epoch. */
export function createFormatLine(now: () => number = Date.now): FormatLine {
  const known = new Map<string, Field>();
  let lastTime = Number.NaN;
  let lastTimeText = '';
  const timeText = () => {
    const time = now();
    if (time === lastTime) return lastTimeText;
    lastTime = time;
    lastTimeText = new Date(time).toISOString();
    return lastTimeText;
  };
  const fieldOf = (name: string): Field => {
    const found = known.get(name);
    if (found !== undefined) return found;
    const start = `,${quote(name)}:`;
    const field = { start, isSecret: secretNames.has(name.toLowerCase()), lastValue: '', lastMember: `${start}""` };
    if (known.size < cachedNames) known.set(name, field);
    return field;
  };
  return (level, fields, message) => {
    let line = `{"level":"${level}","time":"${timeText()}"`;
    for (const name in fields) {
      line += member(fieldOf(name), (fields as Record<string, unknown>)[name]);
    }
    return `${line},"msg":${quote(message)}}\n`;
  };
}

/** Name and value in JSON after a comma; empty for what JSON leaves out. */
function member(field: Field, value: unknown): string {
  if (typeof value !== 'string' || field.isSecret) {
    const json = toJson(value);
    if (json === undefined) return '';
    return field.start + (field.isSecret ? `"${hidden}"` : json);
  }
  if (value === field.lastValue) return field.lastMember;
  const text = field.start + quote(value);
  if (value.length > longestCached) return text;
  field.lastValue = value;
  field.lastMember = text;
  return text;
}

function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The value in JSON; undefined for what JSON leaves out. */
function toJson(value: unknown): string | undefined {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return numberToJson(value);
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value, showMember);
  } catch {
    // A cycle, or a `toJSON` that throws.
    return '"[unserializable]"';
  }
}

/** Durations have three decimals; two integers convert to text several times faster than a fraction. */
function numberToJson(value: number): string {
  if (Number.isInteger(value)) return String(value);
  const thousandths = Math.round(value * 1000);
  if (value > 0 && value < 1e6 && thousandths / 1000 === value)
    return `${Math.trunc(value)}.${String(1000 + (thousandths % 1000)).slice(1)}`;
  return Number.isFinite(value) ? String(value) : 'null';
}

function showMember(name: string, value: unknown): unknown {
  if (secretNames.has(name.toLowerCase())) return hidden;
  if (typeof value === 'bigint') return String(value);
  return value instanceof Error ? describeError(value) : value;
}

/** Causes of an error that are described. */
const maxCauses = 8;

/** Type, message and stack, the last two with those of the causes, and the error's own members. */
function describeError(error: Error): object {
  const chain = [error];
  for (let cause = error.cause; cause instanceof Error && chain.length < maxCauses; cause = cause.cause)
    chain.push(cause);
  return {
    ...error,
    type: error.constructor.name,
    message: chain.map((each) => each.message).join(': '),
    stack: chain.map((each) => each.stack ?? String(each)).join('\ncaused by: '),
  };
}
