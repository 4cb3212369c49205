/**
 * Dry runs (PROF-WRITE-09, -10): a caller requests a preview by header or query, the handler calls `isDryRun` and
 * reports what it would change. Where no preview is offered the request is rejected, because executing it is not what
 * the caller asked for.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { withHeaders } from '../../calls/answer.js';
import { callOf } from '../../calls/call-context.js';
import { isRead } from '../../calls/is-read.js';
import { defineProperty, type Property, type RequestTest } from '../../calls/property.js';
import { warnProcess } from '../../calls/report.js';
import { rewriteJson } from '../../calls/rewrite-json.js';
import { createRouteTest, type RoutePattern } from '../../calls/route-pattern.js';
import { describeDryRun } from './describe-dry-run.js';
import { dryRunHeader, findDryRun, keepDryRun, readDryRun } from './dry-run-of.js';

/** Where previews are offered. */
export interface DryRunOptions {
  /**
   * Routes of the host with a preview, such as `DELETE /tasks/:id`; every write by default. Routes that other properties
   * answer, such as the cancellation of an operation, need not be listed.
   */
  routes?: readonly RoutePattern[];
  /** Receives reports for the host: a handler that did not check for a dry run; a process warning by default. */
  report?(problem: unknown): void;
}

/** The content of a preview. */
export interface Preview {
  dry_run: true;
  /** What would change, one sentence or object each. */
  would_change: JsonValue[];
  /** Whether it could be undone. */
  reversible: boolean;
  [more: string]: JsonValue;
}

/** Creates the property. */
export function createDryRun({ routes, report = warnProcess }: DryRunOptions = {}): Property {
  const isListed = routes === undefined ? () => true : createRouteTest(routes);
  let isAnswered: RequestTest = () => false;
  const offers: RequestTest = (request) => isListed(request) || isAnswered(request);
  return defineProperty(
    (next) => async (request, call) => {
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
      // A rejection was decided before any effect; a success without the check was not.
      if (state.asked || !response.ok) return preview(response);
      report(new Error(`${request.method} ${new URL(request.url).pathname} offers dry runs but never called isDryRun`));
      throw new Failure('INTERNAL', { outcomeUnknown: true });
    },
    {
      describe: describeDryRun(offers),
      usePreviews(previews) {
        isAnswered = previews;
      },
    },
  );
}

/** True when the request is a dry run; a handler that offers dry runs must call it before it acts. */
export function isDryRun(host: object): boolean {
  const state = findDryRun(callOf(host));
  if (state === undefined) throw new Error('The handler needs the createDryRun property');
  state.asked = true;
  return state.wanted;
}

/**
 * The body of a preview, with additional members where they help. Return it with the status of the result, or with 200
 * where that is 204: the completed description says so.
 */
export function previewOf(wouldChange: readonly JsonValue[], reversible: boolean, more: JsonObject = {}): Preview {
  return { ...more, dry_run: true, would_change: [...wouldChange], reversible };
}

/** Marks a response as a preview, in its headers and, for a JSON object, in its body. */
async function preview(answer: Response): Promise<Response> {
  const response = await rewriteJson(answer, (value) =>
    isJsonObject(value) && value.dry_run !== true ? { ...value, dry_run: true } : undefined,
  );
  return withHeaders(response, { [dryRunHeader]: 'true' });
}

function notOffered(): Failure {
  const detail = 'this operation has no preview; omit it to execute the request';
  return new Failure('INVALID_INPUT', {
    message: 'This operation does not support dry runs; nothing was executed.',
    fieldErrors: [{ field: dryRunHeader, code: 'request/not-offered', detail }],
  });
}
