/** Results that the server writes and the client reads: one type for both sides. */
import type { JsonValue } from './json.js';

/** `interrupted`: the process died and the call may not be repeated; it is unknown whether it took effect. */
export type RunState = 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | 'interrupted';

/** A point of the chain: `hash` authenticates everything up to `seq`. */
export interface AuditPoint {
  seq: number;
  hash: string;
}

/** The kind of a break. */
export type AuditBreakKind =
  | 'changed'
  | 'removed'
  | 'reordered'
  | 'tail-missing'
  | 'head-mismatch'
  | 'anchor-mismatch'
  | 'point-missing'
  | 'anchor-forged';

/** One break in the chain. */
export interface AuditBreak {
  kind: AuditBreakKind;
  /** Sequence number of the first record concerned. */
  seq: number;
  /** A readable sentence. */
  detail: string;
}

/** A call that left and has no record of its end, although its process no longer runs. */
export interface AuditGap {
  /** Id of the call: the member `call` in the detail of its record. */
  call: string;
  /** When it was about to leave. */
  at: string;
  actor: string;
  /** Id of the service. */
  target: string;
  trace_id: string;
}

/** The result of a walk along the chain. */
export interface AuditVerdict {
  /** True when the chain is intact and no call lacks its end. */
  ok: boolean;
  /** Number of verified records. */
  checked: number;
  /** The point after which the walk started; everything before was removed by retention. */
  from: AuditPoint;
  /** The last record found; note it elsewhere as a point for a later verification. */
  to: AuditPoint;
  /** In chain order; at most 100. */
  breaks: AuditBreak[];
  /** Number of verified records with the outcome `unknown`. */
  unknown: number;
  /** Number of calls that can change something, have left and still run. */
  running: number;
  /** Calls that were started and have no end; at most 100. */
  gaps: AuditGap[];
  /** Number of anchors, heads noted in a second place, that the chain was compared with. */
  anchors: number;
}

/** A question that distinguishes candidates that match equally well. */
export interface ResolutionQuestion {
  text: string;
  /** Operations to choose from, as `agent id` and name. */
  between: { id: string; operation: string; difference: string }[];
}

/** The result of one example. */
export interface ExampleVerdict {
  operation: string;
  /** Its position among the examples of the operation, from 0. */
  example: number;
  verdict: 'fits' | 'fails' | 'untried';
  /** The reason, unless it fits. */
  detail?: string;
}

/** One call that a workflow would make. */
export type PreviewStep = {
  step: string;
  agent: string;
  operation: string;
  impact: CallPreview['impact'];
  /** As far as it is known in advance. */
  input: JsonValue;
};

/** The request that a call would send to the service; values of credentials are masked. */
export interface PreviewRequest {
  method: string;
  url: string;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** A JSON body, or the text of another one; absent when there is none or it is not text. */
  body?: JsonValue;
  /** Size of a body that is not text. */
  bodyBytes?: number;
}

/** What a call would do, without executing it. */
export interface CallPreview {
  agent: string;
  operation: string;
  target: string;
  method: string;
  impact: 'informational' | 'reversible' | 'irreversible' | 'unknown';
  reversible: boolean;
  /** True when the call requires the token, or the approval of a person. */
  confirmationRequired: boolean;
  /** `person`: a person must approve the call; there is no token. */
  approval?: 'person';
  /** Valid for exactly this caller, operation version and input, for a short time. */
  confirmation?: { token: string; expiresAt: string };
  /** The input that would be sent. */
  input: JsonValue;
  /** The request itself; absent for a workflow, and where the address of the service is not shown. */
  request?: PreviewRequest;
  /** The calls of a workflow, in order. */
  steps?: PreviewStep[];
}
