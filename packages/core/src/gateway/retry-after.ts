/** How long a service asks its caller to wait. */

/** The header as seconds; a date is compared with the time of the answer, and dropped without one. */
export function retrySeconds(value: string, date: string | undefined): string | undefined {
  if (/^\d{1,9}$/.test(value)) return value;
  const seconds = Math.ceil((Date.parse(value) - Date.parse(date ?? '')) / 1000);
  return Number.isNaN(seconds) ? undefined : String(Math.max(0, seconds));
}

/** The member `retryAfter` of a failure, in seconds; nothing for a header that is absent or invalid. */
export function retryAfterOf(headers: Readonly<Record<string, string>>): { retryAfter?: number } {
  const seconds = Number.parseInt(headers['retry-after'] ?? '', 10);
  return Number.isSafeInteger(seconds) && seconds >= 0 ? { retryAfter: seconds } : {};
}
