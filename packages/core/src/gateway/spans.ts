/** Spans, for operators who export traces. Attribute names are those of the OpenTelemetry semantic conventions. */
import { toFailure } from '@dragoman/model';

/** Attributes by name; never payloads or credentials. */
export type SpanAttributes = Record<string, string | number | boolean>;

/** What a span is about. */
export interface SpanDescription {
  name: string;
  kind: 'client' | 'consumer' | 'internal';
  attributes: SpanAttributes;
}

/** A span that has begun. */
export interface OpenSpan {
  /** W3C header of its position, for what it causes. */
  readonly traceparent: string;
  rename(name: string): void;
  set(attributes: SpanAttributes): void;
  /** Ends it; `error` is the code of the failure it ended with. */
  end(error?: string): void;
}

/** Opens spans. */
export interface Spans {
  /** False without an exporter; then no spans need to be opened. */
  isOn(): boolean;
  /** Opens a span below a position. */
  open(traceparent: string, description: SpanDescription): OpenSpan;
}

/** Does the work in a span. */
export async function inSpan<T>(span: OpenSpan, work: () => Promise<T>): Promise<T> {
  try {
    const value = await work();
    span.end();
    return value;
  } catch (thrown) {
    span.end(toFailure(thrown).code);
    throw thrown;
  }
}
