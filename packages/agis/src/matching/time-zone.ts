/**
 * Converts between instants and the user's time zone: today's date there, and a local day and time as a moment with its
 * offset.
 */

/** The day at that instant in a time zone, `YYYY-MM-DD`. */
export function dayIn(timeZone: string, now: number): string {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  return parts.format(now);
}

/** A local day and time as RFC 3339 with the offset that applies then. */
export function momentIn(timeZone: string, day: string, time: string): string {
  const local = Date.parse(`${day}T${time}:00Z`);
  // The offset is computed twice, because the first guess can be on the other side of a clock change.
  const first = offsetAt(timeZone, local);
  const offset = offsetAt(timeZone, local - first * 60_000);
  const sign = offset < 0 ? '-' : '+';
  const size = Math.abs(offset);
  const [hours, minutes] = [Math.floor(size / 60), size % 60].map((part) => String(part).padStart(2, '0'));
  return `${day}T${time}:00${sign}${hours}:${minutes}`;
}

/** Minutes that local time is ahead of UTC at an instant. */
function offsetAt(timeZone: string, instant: number): number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):?(\d{2})?/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}
