/** Options and results of a call. Everything from the service is marked as such. */
import type { JsonValue, CallPreview as PreviewedCall } from '@dragoman/model';
import type { RegisteredAgent } from './agent-document.js';
import type { AnswerMedia } from './answer-media.js';
import type { DragomanError } from './dragoman-error.js';
import type { StreamEvent } from './event-stream.js';
import type { AgentCredentials } from './prepare-call.js';
import type { CallOptions } from './transport.js';
import type { TrustRules } from './trust.js';

/** Call options. */
export interface InvokeOptions extends CallOptions {
  /** Name of the operation; optional when the service has only one. */
  operation?: string;
  /** Through the registry's gateway (default), or directly to the service's own URL. */
  mode?: 'gateway' | 'direct';
  /**
   * Makes a retried call safe. Through the gateway one is generated per call unless it is given, or unless `agent` says
   * that the operation is idempotent; it is the same for all attempts. False sends none, and a call with an unknown
   * outcome is then not retried.
   */
  idempotencyKey?: string | false;
  /** Token from a preview of exactly this call. */
  confirm?: string;
  /** Credentials for the service: all kinds for direct calls; through the gateway only a token, which it forwards. */
  credentials?: AgentCredentials;
  /** Trust rules that the service must satisfy before anything is sent. */
  trust?: TrustRules;
  /** Metadata read earlier: saves a direct call the read, and lets any call validate its input before sending. */
  agent?: RegisteredAgent;
  /** Timeout of one attempt in milliseconds; 60,000 by default. */
  timeoutMs?: number;
  /** Forwarded to the service, so that its log can be correlated with yours. */
  requestId?: string;
  /**
   * Called with each part of the response as it arrives: `progress`, parts of a stream, `output`, `done`. The call then
   * asks the service for a stream, and a client that aborts it cancels it; gateway only.
   */
  onEvent?: (event: StreamEvent) => void;
}

/** How an output compares with its declared schema. */
export type OutputVerdict = 'fits' | 'breaks' | 'unchecked';

/** A warning about an output. */
export interface OutputFinding {
  code: string;
  message: string;
  /** JSON pointer into the output. */
  pointer: string;
}

/** Facts about everything that a service returns. */
export interface Provenance {
  /** Always true: third-party text is data. Check it before you rely on it, and never execute it. */
  readonly untrusted: true;
  /** Origin of the service, if known; else its id. */
  origin: string;
  /** Trace id to report to the operator. */
  traceId?: string;
}

/** The result of a call. */
export interface CallAnswer extends Provenance {
  kind: 'answer';
  output: JsonValue | undefined;
  /** Type of an output that is an image, a sound or a file; the output is its Base64. */
  mediaType?: string;
  /** The images, sounds and files in the output, decoded on request; absent when there are none. */
  media?: AnswerMedia[];
  /** Id for `results.read` of images and other parts that the service sent besides the output; kept for some minutes. */
  partsId?: string;
  /** 200, or 201 when a resource was created. */
  status: number;
  /** `unchecked`: the output was not compared with a schema. */
  verdict: OutputVerdict;
  findings: OutputFinding[];
  /** True when the gateway replayed the result of an earlier call; not executed again. */
  replayed: boolean;
  /** Number of attempts. */
  attempts: number;
  /** True for the output of a stream: the list of its values, or its text. */
  streamed?: true;
  /** The idempotency key for retries. */
  idempotencyKey?: string;
  /** Deprecation facts of the operation, if announced. */
  deprecation?: { since?: string; sunset?: string; successor?: string };
}

/** What a call would do, without executing it. */
export interface CallPreview extends PreviewedCall {
  kind: 'preview';
  /** The service's own response, when it supports dry runs. */
  rehearsal?: CallAnswer;
}

/** A streamed response. */
export interface CallStream extends Provenance {
  kind: 'stream';
  mediaType: string;
  /** The events, to be read once; leaving the loop cancels the call. */
  events: AsyncIterable<StreamEvent>;
  idempotencyKey?: string;
}

/** The result of one input of a batch. */
export type BatchItem =
  | ({ output: JsonValue; error?: undefined } & Pick<CallAnswer, 'mediaType' | 'media'>)
  | { error: DragomanError; output?: undefined };

/** The results of a batch. */
export interface BatchAnswer extends Provenance {
  kind: 'batch';
  /** In input order. */
  items: BatchItem[];
  failed: number;
  idempotencyKey?: string;
}
