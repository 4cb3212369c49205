/** W3C Trace Context: the ids that connect one request's traces across machines. */
import { randomBytes, randomUUID } from 'node:crypto';

/** Position of this request in its trace. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** This server's own span, 16 hexadecimal digits. */
  spanId: string;
  /** The caller's span, when it sent one. */
  parentId: string | undefined;
  sampled: boolean;
}

/** The position of a request whose trace is not known yet. */
export const noTrace: TraceContext = Object.freeze({
  traceId: '0'.repeat(32),
  spanId: '0'.repeat(16),
  parentId: undefined,
  sampled: false,
});

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;

/** Continues the caller's trace, or starts one when the header is absent or malformed (W3C Trace Context §3.2). */
export type ContinueTrace = (header: string | null) => TraceContext;

/** Continues one trace. */
export function continueTrace(header: string | null): TraceContext {
  return continueWith(header, { trace: newTraceId, span: newSpanId });
}

/** For continuing many traces: randomness is fetched for many of them at once. */
export function createContinueTrace(): ContinueTrace {
  const ids = createIds();
  return (header) => continueWith(header, ids);
}

interface NewIds {
  trace(): string;
  span(): string;
}

function continueWith(header: string | null, ids: NewIds): TraceContext {
  const sent = header === null ? undefined : readTraceparent(header);
  if (sent === undefined) return { traceId: ids.trace(), spanId: ids.span(), parentId: undefined, sampled: false };
  const { traceId, parentId, sampled } = sent;
  return { traceId, spanId: ids.span(), parentId, sampled };
}

/** A position that was sent. */
export interface SentPosition {
  traceId: string;
  /** The sender's span. */
  parentId: string;
  sampled: boolean;
}

/** Reads the header; undefined when it is malformed. */
export function readTraceparent(header: string): SentPosition | undefined {
  const [, version, traceId, parentId, flags, rest] = form.exec(header.trim()) ?? [];
  const valid =
    traceId !== undefined &&
    parentId !== undefined &&
    flags !== undefined &&
    version !== 'ff' &&
    traceId !== noTrace.traceId &&
    parentId !== noTrace.spanId &&
    (version !== '00' || rest === undefined);
  return valid ? { traceId, parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 } : undefined;
}

/** Maximum length of `tracestate` that is passed on, and what it may consist of (W3C Trace Context §3.3). */
const maxTracestate = 512;
const tracestateForm = /^[\x20-\x7e]+$/;

/** The vendors' part of a trace, if it can be passed on. */
export function readTracestate(header: unknown): string | undefined {
  if (typeof header !== 'string' || header.length > maxTracestate) return undefined;
  return tracestateForm.test(header) ? header : undefined;
}

/** The header that propagates this position. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

/** A new trace id. Node pools randomness for UUIDs, so this costs a request almost nothing. */
export function newTraceId(): string {
  const id = randomUUID();
  return `${id.slice(0, 8)}${id.slice(9, 13)}${id.slice(14, 18)}${id.slice(19, 23)}${id.slice(24)}`;
}

/** Number of random bytes fetched at once: enough for a few hundred ids of 16 and 8 bytes. */
const stockBytes = 3072;

/** Ids cut from a pool of random digits. */
function createIds(): NewIds {
  let stock = '';
  let at = 0;
  const cut = (digits: number): string => {
    if (at + digits > stock.length) {
      stock = randomBytes(stockBytes).toString('hex');
      at = 0;
    }
    at += digits;
    return stock.slice(at - digits, at);
  };
  return { trace: () => cut(32), span: () => cut(16) };
}

/** The parts of a UUID before its version and after its variant are fully random. */
function newSpanId(): string {
  const uuid = randomUUID();
  return `${uuid.slice(0, 8)}${uuid.slice(28)}`;
}
