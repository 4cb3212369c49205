/**
 * Removes stack traces and secrets from the text of a service's error: they describe the inside of the service and do
 * not help its callers. Every repetition is bounded, so that no text can make a pattern slow.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** What replaces a stack trace and a secret. */
export const withheldTrace = '[stack trace withheld]';
export const withheldSecret = '[secret withheld]';

/** Members that hold a stack trace, in lower case without separators. */
const traceNames: ReadonlySet<string> = new Set(['stack', 'stacktrace', 'backtrace', 'traceback', 'exceptionstack']);

/** Members that hold a secret, unless their value is a sentence. */
const secretNames: ReadonlySet<string> = new Set([
  'accesskey',
  'accesstoken',
  'apikey',
  'authorization',
  'clientsecret',
  'cookie',
  'passwd',
  'password',
  'privatekey',
  'refreshtoken',
  'secret',
  'secretkey',
  'setcookie',
  'token',
  'xapikey',
]);

/** Lines of stack traces of JavaScript, Java, .NET, Python, PHP, Ruby, Go and Rust. */
const frames: readonly RegExp[] = [
  /^\s{0,40}at\s\S.{0,400}:(?:line )?\d{1,7}\)?\s{0,5}$/,
  /^\s{0,40}at\s[\w<>$`]{1,200}[.][\w.<>$`]{1,200}\([^)]{0,300}\)\s{0,5}$/,
  /^\s{0,40}\.\.\. \d{1,5} (?:more|common frames omitted)/,
  /^\s{0,40}Traceback \(most recent call last\):/,
  /^\s{0,40}File "[^"]{1,400}", line \d{1,7}/,
  /^\s{0,40}#\d{1,4}\s.{0,400}(?:\(\d{1,7}\)|:\d{1,7}|\{main\})/,
  /^\s{0,40}(?:from )?\S{1,400}:\d{1,7}:in ['`]/,
  /^goroutine \d{1,10} \[/,
  /^\s{1,40}\S{1,400}\.(?:go|rs):\d{1,7}/,
];
const pythonFrame = /^\s{0,40}File "/;
const indented = /^\s{4}/;

/** A frame within a line, where line breaks were lost. */
const inlineFrame = /\bat [^\s()]{1,200} ?\([^()\n]{1,300}:\d{1,7}(?::\d{1,7})?\)/g;

const secrets: readonly { pattern: RegExp; by: string }[] = [
  {
    pattern: /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----[^-]{0,10000}(?:-----END [A-Z ]{0,30}-----)?/g,
    by: withheldSecret,
  },
  { pattern: /\beyJ[\w-]{8,2000}\.[\w-]{8,2000}\.[\w-]{0,2000}/g, by: withheldSecret },
  { pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g, by: withheldSecret },
  { pattern: /\b(?:gh[pousr]_|github_pat_|dgm_)\w{20,255}/g, by: withheldSecret },
  { pattern: /\bxox[abprs]-[\w-]{10,255}/g, by: withheldSecret },
  { pattern: /\bsk[-_][\w-]{16,255}/g, by: withheldSecret },
  { pattern: /\bAIza[\w-]{35}/g, by: withheldSecret },
  { pattern: /\b(Bearer|Basic)\s[\w.~+/=-]{12,2000}/gi, by: `$1 ${withheldSecret}` },
  { pattern: /:\/\/[^\s/:@]{1,100}:[^\s/@]{1,200}@/g, by: `://${withheldSecret}@` },
  {
    pattern: /\b(password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key)(\s?[=:]\s?["']?)[^\s"',;&]{6,200}/gi,
    by: `$1$2${withheldSecret}`,
  },
];

/** Shortest text that is removed as the credential of a call; shorter ones occur in ordinary text. */
const shortestCredential = 8;

/** The text without stack traces, secrets and these credentials. */
export function redactText(text: string, credentials: readonly string[]): string {
  let kept = text;
  for (const credential of credentials) {
    if (credential.length >= shortestCredential) kept = kept.replaceAll(credential, withheldSecret);
  }
  for (const { pattern, by } of secrets) kept = kept.replace(pattern, by);
  return withoutTrace(kept);
}

function withoutTrace(text: string): string {
  const kept: string[] = [];
  let afterPython = false;
  for (const line of text.split('\n')) {
    const start = line.slice(0, 1000);
    const isFrame: boolean = frames.some((frame) => frame.test(start)) || (afterPython && indented.test(start));
    afterPython = isFrame && (afterPython ? indented.test(start) : pythonFrame.test(start));
    if (!isFrame) kept.push(line);
    else if (kept.at(-1) !== withheldTrace) kept.push(withheldTrace);
  }
  const joined = kept.join('\n').replace(inlineFrame, withheldTrace);
  return joined.replace(/(?:\[stack trace withheld\] {0,5}){2,500}/g, withheldTrace);
}

/** The value with every text in it redacted; the same value when nothing was found. */
export function redactValue(value: JsonValue, credentials: readonly string[]): JsonValue {
  if (typeof value === 'string') return redactText(value, credentials);
  if (Array.isArray(value)) return sameUnless(value, (each) => redactValue(each, credentials));
  if (!isJsonObject(value)) return value;
  let changed = false;
  const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
    const kept = withheldMember(name, member) ?? redactValue(member, credentials);
    if (kept !== member) changed = true;
    return [name, kept];
  });
  return changed ? Object.fromEntries(members) : value;
}

function sameUnless(list: JsonValue[], change: (each: JsonValue) => JsonValue): JsonValue[] {
  const changed = list.map(change);
  return changed.some((each, at) => each !== list[at]) ? changed : list;
}

function withheldMember(name: string, value: JsonValue): string | undefined {
  const plain = name.toLowerCase().replace(/[_-]/g, '');
  if (traceNames.has(plain) && (typeof value === 'string' || typeof value === 'object') && value !== null) {
    return withheldTrace;
  }
  // "password": "must have 8 characters" is a message about the input.
  const isToken = typeof value === 'string' && value !== '' && !/\s/.test(value);
  return secretNames.has(plain) && isToken ? withheldSecret : undefined;
}
