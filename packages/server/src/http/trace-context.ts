/** W3C Trace Context: the ids that tie one request's traces together over machines. */
import { randomBytes } from 'node:crypto';

/** Place of this request in its trace. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** This server's own span, 16 hexadecimal digits. */
  spanId: string;
  /** The caller's span, when it sent one. */
  parentId: string | undefined;
  sampled: boolean;
}

const form = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const noTrace = '0'.repeat(32);
const noSpan = '0'.repeat(16);

/** Continues the caller's trace, or starts one when the header is absent or malformed (W3C Trace Context §3.2). */
export function continueTrace(header: string | null): TraceContext {
  const [, version, traceId, parentId, flags, rest] = form.exec(header?.trim() ?? '') ?? [];
  const valid =
    traceId !== undefined &&
    parentId !== undefined &&
    flags !== undefined &&
    version !== 'ff' &&
    traceId !== noTrace &&
    parentId !== noSpan &&
    (version !== '00' || rest === undefined);
  if (!valid) return { traceId: randomId(16), spanId: randomId(8), parentId: undefined, sampled: false };
  return { traceId, spanId: randomId(8), parentId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The header that hands this place on. */
export function formatTraceparent({ traceId, spanId, sampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
}

function randomId(bytes: number): string {
  for (;;) {
    const id = randomBytes(bytes).toString('hex');
    if (!/^0+$/.test(id)) return id;
  }
}
