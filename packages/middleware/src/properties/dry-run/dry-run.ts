/**
 * Dry runs (PROF-WRITE-09, -10): a caller asks for a preview by header or query, the handler asks `isDryRun` and tells
 * what it would change. Where no preview is offered the request is refused, since carrying it out is not what was asked.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { withHeaders } from '../answer.js';
import { callOf } from '../call-context.js';
import { isRead } from '../is-read.js';
import type { Property } from '../property.js';
import { warnProcess } from '../report.js';
import { rewriteJson } from '../rewrite-json.js';
import { createRouteTest, type RoutePattern } from '../route-pattern.js';
import { dryRunHeader, findDryRun, keepDryRun, readDryRun } from './dry-run-of.js';

/** Where previews are offered. */
export interface DryRunOptions {
  /** Routes that offer a preview, such as `DELETE /tasks/:id`; every write unless given. */
  routes?: readonly RoutePattern[];
  /** Gets what the host should know: a handler that did not ask whether to run; a warning of the process unless given. */
  report?(problem: unknown): void;
}

/** What a preview tells. */
export interface Preview {
  dry_run: true;
  /** What would change, one sentence or object each. */
  would_change: JsonValue[];
  /** Whether it could be undone. */
  reversible: boolean;
  [more: string]: JsonValue;
}

/** Makes the property. */
export function createDryRun({ routes, report = warnProcess }: DryRunOptions = {}): Property {
  const offers = routes === undefined ? () => true : createRouteTest(routes);
  return (next) => async (request, call) => {
    const wanted = readDryRun(request);
    if (isRead(request) || wanted === undefined) {
      keepDryRun(call, { wanted: false, asked: true });
      return next(request, call);
    }
    const state = { wanted, asked: false };
    keepDryRun(call, state);
    if (!wanted) return next(request, call);
    if (!offers(request)) throw notOffered();
    const response = await next(request, call);
    // A refusal was decided before anything was done; a success of somebody who never asked was not.
    if (state.asked || !response.ok) return preview(response);
    report(new Error(`${request.method} ${new URL(request.url).pathname} offers dry runs but never asked isDryRun`));
    throw new Failure('INTERNAL', { outcomeUnknown: true });
  };
}

/** True when the request only wants to know what would happen; a handler that offers dry runs must ask before it acts. */
export function isDryRun(host: object): boolean {
  const state = findDryRun(callOf(host));
  if (state === undefined) throw new Error('Dry runs are not among the properties of this handler');
  state.asked = true;
  return state.wanted;
}

/** The body of a preview, with further members where they help. */
export function previewOf(wouldChange: readonly JsonValue[], reversible: boolean, more: JsonObject = {}): Preview {
  return { ...more, dry_run: true, would_change: [...wouldChange], reversible };
}

/** Marks an answer as a preview, in its head and, where it is a JSON object, in its body. */
async function preview(answer: Response): Promise<Response> {
  const response = await rewriteJson(answer, (value) =>
    isJsonObject(value) && value.dry_run !== true ? { ...value, dry_run: true } : undefined,
  );
  return withHeaders(response, { [dryRunHeader]: 'true' });
}

function notOffered(): Failure {
  const detail = 'this operation has no preview; leave it out to carry the request out';
  return new Failure('INVALID_INPUT', {
    message: 'This operation offers no dry run; nothing was done.',
    fieldErrors: [{ field: dryRunHeader, code: 'request/not-offered', detail }],
  });
}
