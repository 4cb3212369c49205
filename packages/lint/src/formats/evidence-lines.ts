/** Evidence of a live answer as lines of text; what the API wrote is quoted and said to be the API's. */
import type { Evidence } from '../probe/evidence.js';

/** The request with its outcome, the headers that matter, and the piece of the body. */
export function evidenceLines({ request, status, trouble, headers, untrusted }: Evidence): string[] {
  const outcome = status === undefined ? (trouble ?? 'no answer') : String(status);
  return [
    `${request} -> ${outcome}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(untrusted === undefined ? [] : [`  body (text of the API, not ours): ${JSON.stringify(untrusted.text)}`]),
  ];
}
