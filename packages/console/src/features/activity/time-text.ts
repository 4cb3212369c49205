/** Times as short texts. */

/** The time of day with milliseconds; with the date when it is another day. */
export function timeText(at: string, now: Date = new Date()): string {
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return at.slice(0, 24);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`;
  if (time.toDateString() === now.toDateString()) return `${clock}.${String(time.getMilliseconds()).padStart(3, '0')}`;
  return `${time.toLocaleDateString('en', { month: 'short', day: 'numeric' })} ${clock}`;
}

/** Hours, minutes and seconds. */
export function clockText(at: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime()) ? at.slice(0, 8) : time.toLocaleTimeString('en-GB');
}
