/** Evidence from a live response as text lines; text from the API is quoted and labeled as such. */
import type { Evidence } from '../rule-model/evidence.js';

/** The request and its outcome, the relevant headers, and an excerpt of the body. */
export function evidenceLines({ request, status, trouble, headers, untrusted }: Evidence): string[] {
  const outcome = status === undefined ? (trouble ?? 'no response') : String(status);
  return [
    `${request} -> ${outcome}`,
    ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`),
    ...(untrusted === undefined ? [] : [`  body (third-party text from the API): ${JSON.stringify(untrusted.text)}`]),
  ];
}
