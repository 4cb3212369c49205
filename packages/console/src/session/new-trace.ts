/** A trace that the console begins, so that it recognizes the events of its own call. */

/** The id of the trace, and the header that continues it (W3C Trace Context). */
export function newTrace(): { traceId: string; traceparent: string } {
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const traceId = text.slice(0, 32);
  return { traceId, traceparent: `00-${traceId}-${text.slice(32)}-01` };
}
