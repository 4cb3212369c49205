/** Evidence for a verdict: request line, status, relevant headers and an excerpt of the body. */
import type { Evidence } from '../rule-model/evidence.js';
import { pathOf } from './address.js';
import type { Exchange } from './exchange.js';

const shownHeaders = [
  'content-type',
  'etag',
  'retry-after',
  'link',
  'location',
  'allow',
  'www-authenticate',
  'deprecation',
  'sunset',
  'traceparent',
  'idempotency-replayed',
];
const longestExcerpt = 240;
const longestLine = 300;
const mostExchanges = 4;

/** Evidence of a few exchanges; `secrets` are redacted wherever they appear. */
export function toEvidence(exchanges: readonly Exchange[], base: URL, secrets: readonly string[]): Evidence[] {
  return exchanges.slice(0, mostExchanges).map((exchange) => describe(exchange, base, secrets));
}

function describe({ request, answer, trouble }: Exchange, base: URL, secrets: readonly string[]): Evidence {
  const redact = (text: string, most: number) => shorten(withoutSecrets(text, secrets), most);
  const own = Object.keys(request.headers ?? {});
  const sent = own.length === 0 ? '' : ` (with ${own.join(', ')})`;
  const headers = shownHeaders.flatMap((name) => {
    const value = answer?.headers[name];
    return value === undefined ? [] : [[name, redact(value, longestExcerpt)] as const];
  });
  return {
    request: redact(`${request.method} ${pathOf(base, request)}${sent}`, longestLine),
    ...(answer === undefined ? {} : { status: answer.status }),
    ...(trouble === undefined ? {} : { trouble }),
    headers: Object.fromEntries(headers),
    ...(answer === undefined || answer.text === ''
      ? {}
      : { untrusted: { source: 'answer', text: redact(answer.text, longestExcerpt) } }),
  };
}

function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '[credential]'), text);
}

function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most - 1)}…` : text;
}

/** Values that must not be repeated: the credentials, and the part after their scheme. */
export function secretsOf(credentials: Readonly<Record<string, string>>): string[] {
  const values = Object.values(credentials).flatMap((value) => [value, value.replace(/^\S+\s+/, '')]);
  return [...new Set(values)].filter((value) => value.length >= 4).sort((one, other) => other.length - one.length);
}
