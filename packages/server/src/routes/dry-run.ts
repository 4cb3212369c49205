/** Dry runs of the server's own write operations: one way to request them and one response format. */
import type { HttpReply, ResponseDescription, RouteContext } from '@dragoman/core/http';
import { dryRunAnswer, dryRunSchema, flag, invalidParameters, jsonContent, jsonReply } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

const outcomes = ['created', 'updated', 'deleted', 'revoked', 'rotated', 'canceled', 'restarted', 'unchanged'] as const;

type DryRunOutcome = (typeof outcomes)[number];

/** Result of a dry run. */
export interface DryRunResult {
  would_change: boolean;
  reversible: boolean;
  outcome: DryRunOutcome;
  /** What would change, one sentence each. */
  changes: readonly string[];
  /** Operation that undoes the change. */
  undo?: string;
}

/** Schema of the result of a dry run. */
export const dryRunResultSchema: JsonObject = dryRunSchema({
  title: 'DryRunResult',
  outcomes,
  optional: { undo: { type: 'string', description: 'Operation that undoes the change.' } },
});

/** The response to a dry run, for the description, with an example. */
export function dryRunResponse(summary: string, result: DryRunResult): ReturnType<typeof dryRunAnswer> {
  const { changes, ...rest } = result;
  const value: JsonObject = { dry_run: true, ...rest, changes: [...changes] };
  return dryRunAnswer(dryRunResultSchema, { dry_run: { summary, value } });
}

/** A response with the result of the request, or of its dry run. */
export function withDryRun(
  { description, schema, headers, examples = {} }: ResultParts,
  result: DryRunResult,
): ResponseDescription {
  const { changes, ...rest } = result;
  const value: JsonObject = { dry_run: true, ...rest, changes: [...changes] };
  const content = jsonContent(
    { description: `${description} With a dry run: what would change.`, anyOf: [schema, dryRunResultSchema] },
    { ...examples, dry_run: { summary: 'A dry run', value } },
  );
  return {
    description: `${description} With a dry run: what would change.`,
    ...(headers === undefined ? {} : { headers }),
    content,
  };
}

interface ResultParts {
  description: string;
  schema: JsonObject;
  headers?: NonNullable<ResponseDescription['headers']>;
  examples?: Parameters<typeof jsonContent>[1];
}

/** True when the request asks for a dry run; any value other than true or false is rejected. */
export function wantsDryRun({ request, url }: RouteContext): boolean {
  const asked = [
    ['X-Dry-Run', request.headers.get('x-dry-run')],
    ['dry_run', url.searchParams.get('dry_run')],
  ] as const;
  const wrong = asked.filter(([, text]) => text !== null && flag(text) === undefined);
  if (wrong.length > 0) {
    throw invalidParameters(wrong.map(([field]) => ({ field, code: 'request/type', detail: 'must be true or false' })));
  }
  return asked.some(([, text]) => text !== null && flag(text) === true);
}

/** The response to a dry run. */
export function dryRunReply(result: DryRunResult): HttpReply {
  return jsonReply({ dry_run: true, ...result }, { headers: { 'Cache-Control': 'no-store' } });
}
