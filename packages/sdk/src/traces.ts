/** The calls of one trace, and what failure codes mean. */
import type { CallPart, CallPartKind, FailureFixer } from '@dragoman/model';
import { callParts, isJsonObject } from '@dragoman/model';
import type { CapturedPayload } from './captures.js';
import { clientError } from './dragoman-error.js';
import { listOf } from './read-hits.js';
import type { CallOptions, Transport } from './transport.js';

/** One part of a call: a check, a try, a wait or other work. It ends where the next one begins. */
export interface TracePart {
  part: CallPart;
  kind: CallPartKind;
  /** Milliseconds since the start of the call. */
  start_ms: number;
  ms: number;
  /** Status of the service; only of a try. */
  status?: number;
  /** Failure code, if the part failed. */
  code?: string;
}

/** One call or change of a trace. */
export interface TraceStep {
  seq: number;
  action: string;
  started_at: string;
  /** Duration in milliseconds; absent for changes. */
  ms?: number;
  service: string;
  caller: string;
  outcome: 'done' | 'refused' | 'failed' | 'unknown';
  code: string;
  operation?: string;
  face?: string;
  version?: number;
  status?: number;
  /** Attempts that left the server. */
  tries?: number;
  upstream?: string;
  upstream_status?: number;
  /** The workflow and the step that made this call. */
  workflow?: string;
  step?: string;
  steps?: number;
  items?: number;
  failed_items?: number;
  findings?: number;
  replayed?: boolean;
  dry_run?: boolean;
  /** What the call sent and received, while payloads of its service are captured; third-party content. */
  payload?: CapturedPayload;
  /** Checks, tries and waits in order; absent for changes. */
  timeline?: TracePart[];
}

/** What one failure code means. */
export interface ProblemExplanation {
  code: string;
  status: number;
  title: string;
  meaning: string;
  what_to_do: string;
  /** Who can fix the cause. */
  fixed_by: FailureFixer;
  retryable: boolean;
}

/** One trace. */
export interface Trace {
  trace_id: string;
  /** In order of their start. */
  steps: TraceStep[];
  /** The failure codes that occur. */
  problems: ProblemExplanation[];
  /** True when the trace has more records than are shown. */
  is_cut: boolean;
}

/** Calls for traces. */
export interface TraceCalls {
  /** Your own calls of the trace; all of them for administrators. */
  read(traceId: string, options?: CallOptions): Promise<Trace>;
  /** What every failure code means. */
  problems(options?: CallOptions): Promise<ProblemExplanation[]>;
}

/** The name of each part for people; tries have numbers where there are several. */
export function labelParts(timeline: readonly TracePart[]): (TracePart & { label: string })[] {
  const hasSeveral = timeline.filter(({ part }) => part === 'try').length > 1;
  let tries = 0;
  return timeline.map((each) => {
    if (each.part === 'try') tries += 1;
    // A newer server may have parts that this version does not know.
    const label = callParts[each.part]?.label ?? String(each.part);
    return { ...each, label: each.part === 'try' && hasSeveral ? `${label} ${tries}` : label };
  });
}

/** Creates the calls over a transport. */
export function createTraceCalls(transport: Transport): TraceCalls {
  return {
    async read(traceId, options = {}) {
      const to = ['traces', traceId];
      const { body, status } = await transport.send({ ...options, method: 'GET', to, repeatable: true });
      if (isJsonObject(body) && Array.isArray(body.steps)) return body as unknown as Trace;
      throw clientError('INVALID_RESPONSE', { message: 'The response is not a trace.', status });
    },
    async problems(options = {}) {
      const { body, status } = await transport.send({ ...options, method: 'GET', to: ['problems'], repeatable: true });
      return listOf(body, status, ['problems']) as ProblemExplanation[];
    },
  };
}
