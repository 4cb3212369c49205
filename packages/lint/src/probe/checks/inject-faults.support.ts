/** Functions that inject faults into the responses of the test API. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Asked, FaultInjector } from '../task-api.support.js';

/** One injected fault. */
export interface FaultCase {
  /** The message of the finding. */
  says: string | RegExp;
  injectFault: FaultInjector;
  /** Overrides the default description. */
  document?: JsonObject;
  /** Overrides the allowed writes; defaults to all. */
  writes?: readonly string[];
  /** Number of requests in a deliberate burst. */
  burst?: number;
}

type Edit = (body: JsonObject, asked: Asked) => JsonValue;

const good = (answer: Response) => answer.status < 300;

/** Replaces the body of a successful response, or of those for which `when` returns true. */
export function edited(
  edit: Edit,
  when: (asked: Asked, answer: Response) => boolean = (_, answer) => good(answer),
): FaultInjector {
  return async (asked, answer) => {
    if (!when(asked, answer) || !/json/.test(answer.headers.get('content-type') ?? '')) return undefined;
    const body = (await answer.clone().json()) as JsonValue;
    if (!isJsonObject(body)) return undefined;
    return new Response(JSON.stringify(edit(body, asked)), { status: answer.status, headers: answer.headers });
  };
}

export const without =
  (...names: string[]): FaultInjector =>
  (_, answer) => {
    for (const name of names) answer.headers.delete(name);
    return undefined;
  };

export const inError = (edit: Edit): FaultInjector => edited(edit, (_, answer) => answer.status >= 400);
export const omit = (body: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));
export const json = (body: JsonValue, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** Turns rejections into successes. */
export const lenient =
  (statuses: readonly number[], body: JsonValue = { items: [] }): FaultInjector =>
  (_, answer) =>
    statuses.includes(answer.status) ? json(body) : undefined;
