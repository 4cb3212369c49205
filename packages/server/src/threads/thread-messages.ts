/**
 * Messages between the pool and its threads: plain data, which the structured clone algorithm copies. Parts of a long
 * value precede the message that it belongs to; a thread sends each part of a result when the main thread asks for it.
 */
import type { PlainFailure } from '@dragoman/model';
import type { CutValue, ValuePart } from './value-parts.js';

/** A job that a thread is to run, a part of its input, or the request for the next part of its result. */
export type JobMessage =
  | { kind: 'job'; job: string; input: CutValue }
  | { kind: 'part'; part: ValuePart }
  | { kind: 'next' };

/** What a thread reports: that it can take jobs, a part of a result, or how its job ended. */
export type ThreadMessage =
  | { kind: 'ready' }
  | { kind: 'part'; part: ValuePart }
  | { kind: 'done'; value: CutValue }
  | { kind: 'failed'; failure: PlainFailure };
