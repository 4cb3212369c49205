/** The outcome of a model's call, and the reply to the model. */
import type { HandOver, InputFault, ToolArgument } from '@dragoman/model';
import type { ResultMedia } from './result-media.js';
import type { ToolReply } from './shapes/model-shape.js';

/**
 * `succeeded`: the server's outputs. `refused`: invalid, nothing was sent, the text is a correction. `exhausted`: the
 * correction limit is reached. `declined`: a person rejected it. `failed`: sent without a valid reply. `handed-over`:
 * another agent continues.
 */
export type OutcomeKind = 'succeeded' | 'refused' | 'exhausted' | 'declined' | 'failed' | 'handed-over';

/** A conversation handed from one agent to another, with its data. */
export interface HandOverRecord extends HandOver {
  from: string;
  to: string;
}

/** The outcome of one call. */
export interface ToolOutcome {
  kind: OutcomeKind;
  /** The model's id of the call. */
  call: string;
  /** Name that the model used. */
  tool: string;
  /** The reply to the model; it quotes server messages as data. */
  text: string;
  /** True when the text has only an outline and the first part of the outputs. */
  shortened?: true;
  /** Outputs by the server's names, always whole; only with a result. */
  outputs?: ToolArgument[];
  /** The images, sounds and files of the outputs; absent when there are none. */
  media?: ResultMedia[];
  /** The outputs with descriptions instead of media, as the model sees them. */
  shown?: ToolArgument[];
  /** What the server says about a result that is not as declared; the call was executed. */
  warnings?: string[];
  /** Errors of the call; only when it was rejected. */
  faults?: InputFault[];
  /** The next agent and its data; only for a hand-over. */
  handedOver?: HandOverRecord;
  /** HTTP status of the last attempt, if any. */
  status?: number;
  /** Number of attempts. */
  attempts: number;
}

/** The reply of an outcome. */
export function replyOf({
  kind,
  call,
  tool,
  text,
  outputs,
  shown = outputs,
  shortened,
  media,
  warnings,
}: ToolOutcome): ToolReply {
  const failed = kind !== 'succeeded' && kind !== 'handed-over';
  const warned = warnings === undefined ? {} : { warnings };
  const values = shown?.map(({ name, value }) => ({ name, value }));
  const result =
    values === undefined || failed || shortened === true ? { message: text } : { output_parameters: values, ...warned };
  const seen = media === undefined || failed ? {} : { media };
  return { id: call, name: tool, failed, text, ...(failed ? {} : { result }), ...seen };
}
