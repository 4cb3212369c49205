/** Times for fields of the browser, which have no time zone. */

/** RFC 3339 as the value of a `datetime-local` field, in the time zone of the browser; empty when it is not a time. */
export function toLocalInput(at: string): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return '';
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The value of a `datetime-local` field as RFC 3339, UTC; empty while it is incomplete. */
export function fromLocalInput(text: string): string {
  const time = new Date(text);
  return text === '' || Number.isNaN(time.getTime()) ? '' : time.toISOString();
}
