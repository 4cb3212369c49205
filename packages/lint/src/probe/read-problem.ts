/** Reads an error body with any member names. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isNamed } from '../api/operation-facts.js';
import type { LintSettings } from '../settings/settings.js';
import type { Exchange } from './exchange.js';

/** The contents of an error body. */
export interface ProblemView {
  /** The members; undefined when the body is not a JSON object. */
  body: JsonObject | undefined;
  code: JsonValue | undefined;
  retryable: JsonValue | undefined;
  retryAfter: JsonValue | undefined;
  /** Entries about individual fields. */
  fields: readonly FieldError[];
}

/** One entry about a field. */
export interface FieldError {
  /** Name of the field, in any form. */
  field: string | undefined;
  /** The whole entry as text, for searching. */
  text: string;
}

/** True for an error response. */
export function isError({ answer }: Exchange): boolean {
  return answer !== undefined && answer.status >= 400;
}

/** Reads an error body; unwraps a wrapper such as `{"error": {…}}`. */
export function readProblem({ answer }: Exchange, { names }: LintSettings): ProblemView {
  const body = isJsonObject(answer?.json) ? answer.json : undefined;
  const levels = body === undefined ? [] : [body, ...(isJsonObject(body.error) ? [body.error] : [])];
  const find = (wanted: readonly string[]) => {
    for (const level of levels) {
      for (const [name, value] of Object.entries(level)) if (isNamed(name, wanted)) return value;
    }
    return undefined;
  };
  return {
    body,
    code: find(names.errorCode),
    retryable: find(names.retryable),
    retryAfter: find(names.retryAfter),
    fields: levels.flatMap((level) => listFields(level, names.fieldName)),
  };
}

function listFields(body: JsonObject, names: readonly string[]): FieldError[] {
  const lists = Object.values(body).filter((value): value is JsonValue[] => Array.isArray(value));
  return lists.flatMap((list) =>
    list
      .slice(0, 100)
      .filter(isJsonObject)
      .map((entry) => ({ field: fieldOf(entry, names), text: JSON.stringify(entry) })),
  );
}

function fieldOf(entry: JsonObject, names: readonly string[]): string | undefined {
  for (const [name, value] of Object.entries(entry)) {
    if (!isNamed(name, names)) continue;
    if (typeof value === 'string') return value;
    if (Array.isArray(value)) return value.map(String).join('.');
  }
  return undefined;
}

/** True when an entry is about this field: the field's name is a word of the entry's field. */
export function namesField(problem: ProblemView, field: string): boolean {
  return problem.fields.some((entry) => entry.field?.split(/[./[\]]+/).includes(field) === true);
}

/** True when a response mentions a field at all, in an entry or in its text. */
export function mentions({ answer }: Exchange, word: string): boolean {
  return answer?.text.includes(word) === true;
}
