/** The parts of a recorded call as rows of a timeline. */
import type { TracePart } from '@dragoman/sdk';
import { labelParts } from '@dragoman/sdk';
import type { TimelineRow } from './timeline.js';

/** The rows; `offsetMs` is the start of the call on the scale. */
export function timelineRows(parts: readonly TracePart[], offsetMs = 0): TimelineRow[] {
  return labelParts(parts).map(({ label, kind, start_ms: start, ms, status, code }) => ({
    label,
    kind,
    startMs: offsetMs + start,
    ms,
    ...(code !== undefined
      ? { result: code, tone: 'bad' as const }
      : status !== undefined
        ? { result: String(status), tone: status < 400 ? ('good' as const) : ('warn' as const) }
        : {}),
  }));
}
