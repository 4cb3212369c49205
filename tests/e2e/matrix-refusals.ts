/** The refusals of a service, one for each row of the mapping of statuses, and how callers of every protocol get them. */
import type { FailureCode } from '@dragoman/model';
import { failures, upstreamStatuses } from '@dragoman/model';

/** One kind of refusal. */
export interface Refusal {
  /** Name of the vessel that triggers it. */
  vessel: string;
  /** Status of the service's response, and the code that every caller gets. */
  status: number;
  code: FailureCode;
  retryable: boolean;
}

/** Every refusal in the matrix. */
export const refusals: readonly Refusal[] = Object.entries(upstreamStatuses).map(([status, { code }]) => ({
  vessel: `Status ${status}`,
  status: Number(status),
  code,
  retryable: failures[code].retryable,
}));

/** Whether callers may retry. Over MCP the transport fails, so the outcome is unknown. */
export function reportedRetryable({ status, retryable }: Refusal, from: string): boolean {
  return retryable && !(from === 'mcp' && status >= 500 && status !== 503);
}

/** Error responses of a service that say nothing, all with status 409, by the vessel that triggers them. */
export const silentErrors: Readonly<Record<string, () => Response>> = {
  'no body': () => new Response(null, { status: 409 }),
  'an empty body': () => new Response('', { status: 409, headers: { 'content-type': 'application/json' } }),
  'an empty object': () => Response.json({}, { status: 409 }),
  null: () => Response.json(null, { status: 409 }),
  'an empty object without a content type': () => new Response(new TextEncoder().encode('{}'), { status: 409 }),
};

/** What callers of every protocol get for them. */
export const reportedSilence = { code: 'CONFLICT', retryable: false };
