/** The port that captures payloads of calls, and what it gets. */
import type { JsonValue } from '@dragoman/model';

/** The input or the output of a captured call: the value, or as much of its JSON as is kept. */
export type CapturedPart =
  | { value: JsonValue }
  /** `characters`: length of the whole JSON. */
  | { beginning: string; characters: number }
  | { omitted: 'streamed' | 'too large' | 'too complex' };

/** A captured call. */
export interface CapturedCall {
  id: string;
  service: string;
  operation: string;
  caller: string;
  traceId: string;
  input: CapturedPart;
  /** Absent when the call failed without an answer, or the answer has no content. */
  output?: CapturedPart;
  /** Status of the service. */
  status?: number;
  /** Failure code. */
  code?: string;
}

/** Where calls are captured. */
export interface CapturePort {
  /** True while calls of this service are captured; asked for every call. */
  isOn(service: string): boolean;
  /** Stores a captured call in the background. */
  take(captured: CapturedCall): void;
  onError(error: unknown): void;
}
