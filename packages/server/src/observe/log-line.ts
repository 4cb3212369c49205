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

/** Field names whose JSON is cached; our own code has far fewer. */
const cachedNames = 256;

/** Creates a formatter; `now` returns milliseconds since the epoch. */
export function createFormatLine(now: () => number = Date.now): FormatLine {
  const names = new Map<string, string>();
  let lastTime = Number.NaN;
  let lastTimeText = '';
  const timeText = () => {
    const time = now();
    if (time === lastTime) return lastTimeText;
    lastTime = time;
    lastTimeText = new Date(time).toISOString();
    return lastTimeText;
  };
  /** The name in JSON with what follows it; a secret's value is part of that. */
  const memberStart = (name: string) => {
    const cached = names.get(name);
    if (cached !== undefined) return cached;
    const start = secretNames.has(name.toLowerCase()) ? `,${quote(name)}:"${hidden}"` : `,${quote(name)}:`;
    if (names.size < cachedNames) names.set(name, start);
    return start;
  };
  return (level, fields, message) => {
    let line = `{"level":"${level}","time":"${timeText()}"`;
    for (const name in fields) {
      const value = toJson((fields as Record<string, unknown>)[name]);
      if (value === undefined) continue;
      const start = memberStart(name);
      line += start.endsWith(':') ? start + value : start;
    }
    return `${line},"msg":${quote(message)}}\n`;
  };
}

function quote(text: string): string {
  return plainText.test(text) ? `"${text}"` : JSON.stringify(text);
}

/** The value in JSON; undefined for what JSON leaves out. */
function toJson(value: unknown): string | undefined {
  if (typeof value === 'string') return quote(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'null';
  if (value === undefined) return undefined;
  try {
    return JSON.stringify(value, showMember);
  } catch {
    // A cycle, or a `toJSON` that throws.
    return '"[unserializable]"';
  }
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
