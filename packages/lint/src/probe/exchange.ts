/**
 * One request to a live API and its outcome. Responses are untrusted input: limited here, quoted as such in evidence.
 */
import type { JsonValue } from '@dragoman/model';

/** A request below the base URL. */
export interface ProbeRequest {
  method: string;
  /** Path with query, starting with a slash, percent-encoded. */
  target: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: JsonValue;
  /** Sent unchanged, with the content type of the headers. */
  text?: string;
  /** True: the URL was in a response, so its variable parts are no identifiers that the API listed. */
  linked?: boolean;
  /** A conventional location of a document, such as `/openapi.json`: below the base URL, or from the root of its origin. */
  document?: 'base' | 'origin';
  /** Base path of the server of its operation, where that is not the one of the base URL. */
  root?: string;
  /** True: sent without the credentials. */
  anonymous?: boolean;
  /** True: a 429 is expected and does not delay further requests. */
  impatient?: boolean;
  /** True: sent even when the request limit is reached, because it deletes what the probe created. */
  always?: boolean;
}

/** The response. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Media type without parameters, lower case; empty when absent. */
  type: string;
  text: string;
  /** Number of body bytes read. */
  bytes: number;
  /** True when the body exceeded the limit. */
  cut: boolean;
  /** The body parsed as JSON regardless of its type; undefined when it is not JSON. */
  json: JsonValue | undefined;
}

/** A request with its response, or with the reason why there is none. */
export interface Exchange {
  request: ProbeRequest;
  answer?: Answer;
  /** From the request to the end of the response. */
  milliseconds?: number;
  trouble?: string;
}

/** Maximum nesting depth of a response. */
const maxDepth = 64;

/** The value of a JSON text; undefined for anything else, and for excessive nesting. */
export function readJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\dtfn-]/.test(text) || depthOf(text) > maxDepth) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Bracket nesting, including brackets inside strings: an upper bound in a single pass. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length && most <= maxDepth; at += 1) {
    const sign = text[at];
    if (sign === '[' || sign === '{') most = Math.max(most, ++depth);
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return most;
}

/** True for a 2xx answer. */
export function isSuccess({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}

/** True for a 4xx response: a regular rejection. */
export function isRefusal({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** The status in words, or why there is none. */
export function outcomeOf({ answer, trouble }: Exchange): string {
  return answer === undefined ? (trouble ?? 'no response') : `status ${answer.status}`;
}
