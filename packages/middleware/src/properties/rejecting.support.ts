/**
 * Test helper: properties on a fetch handler, with failures as rejections, so that a test can expect them in one line.
 */
import type { Problem } from '@dragoman/model';
import type { CallerOptions } from '../calls/call-context.js';
import type { Property } from '../calls/property.js';
import { addProperties, type FetchHandler } from '../fetch.js';

/** The rejection of a failed request. */
export interface Refusal {
  code: string;
  message: string;
  status: number;
  fieldErrors: readonly { field: string; code: string; detail: string }[];
  headers: Record<string, string>;
}

/** Like `addProperties`, but an error body becomes a rejection. */
export function serveWith(handler: FetchHandler, properties: readonly Property[], options?: CallerOptions<Request>) {
  const serve = addProperties(handler, properties, options);
  return async (request: Request): Promise<Response> => {
    const response = await serve(request);
    if (response.headers.get('content-type') !== 'application/problem+json') return response;
    const { code, detail, status, field_errors = [] } = (await response.json()) as Problem;
    const headers = Object.fromEntries(response.headers);
    throw { code, message: detail, status, fieldErrors: field_errors, headers } satisfies Refusal;
  };
}
