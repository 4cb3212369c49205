/** One request to a live API and what came of it. Answers are strangers' words: bounded here, quoted as such in evidence. */
import type { JsonValue } from '@dragoman/model';

/** A request below the base address. */
export interface ProbeRequest {
  method: string;
  /** Path with query, beginning with a slash, escaped. */
  target: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  body?: JsonValue;
  /** Sent as it stands, with the content type of the headers. */
  text?: string;
  /** True: without the credentials. */
  anonymous?: boolean;
  /** True: an answer of 429 is wanted and not waited out. */
  impatient?: boolean;
  /** True: sent even when the count is used up, since it takes away what was made. */
  always?: boolean;
}

/** What came back. */
export interface Answer {
  status: number;
  /** By lower-case name. */
  headers: Readonly<Record<string, string>>;
  /** Media type without parameters, lower case; empty when none is said. */
  type: string;
  text: string;
  /** Bytes of the body that were read. */
  bytes: number;
  /** True when the body went on beyond the limit. */
  cut: boolean;
  /** The body as JSON, whatever its type says; undefined when it is none. */
  json: JsonValue | undefined;
}

/** A request with its answer, or with why there is none. */
export interface Exchange {
  request: ProbeRequest;
  answer?: Answer;
  /** From the request to the end of its answer. */
  milliseconds?: number;
  trouble?: string;
}

/** Deepest nesting of an answer that is read. */
const deepest = 64;

/** The value of a JSON text; undefined for anything else, and for nesting that nobody needs. */
export function readJson(text: string): JsonValue | undefined {
  if (!/^\s*[[{"\dtfn-]/.test(text) || depthOf(text) > deepest) return undefined;
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Nesting of brackets, those inside texts counted too: an upper bound that costs one pass. */
function depthOf(text: string): number {
  let [depth, most] = [0, 0];
  for (let at = 0; at < text.length && most <= deepest; at += 1) {
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

/** True for a 4xx answer: refused in order. */
export function isRefusal({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 400 && answer.status < 500;
}

/** The status, or why there is none, in words. */
export function outcomeOf({ answer, trouble }: Exchange): string {
  return answer === undefined ? (trouble ?? 'no answer') : `status ${answer.status}`;
}
