/** How a request of the model ended, and what the model is told about it. */
import type { HandOver, InputFault, ToolArgument } from '@dragoman/model';
import type { ToolReply } from './shapes/model-shape.js';

/**
 * `succeeded`: the server's outputs. `refused`: faulty, nothing was sent, the text is a correction. `exhausted`: faulty
 * once too often. `declined`: a person said no. `failed`: sent, and no usable reply came. `handed-over`: another agent goes on.
 */
export type OutcomeKind = 'succeeded' | 'refused' | 'exhausted' | 'declined' | 'failed' | 'handed-over';

/** A conversation that went from one agent to another, with what goes along. */
export interface HandedOver extends HandOver {
  from: string;
  to: string;
}

/** How one request ended. */
export interface ToolOutcome {
  kind: OutcomeKind;
  /** The model's id of the request. */
  call: string;
  /** Name that the model used. */
  tool: string;
  /** What the model is told; what servers say stands in it as data. */
  text: string;
  /** Outputs by the server's names; only when there was a result, also one too long for the model. */
  outputs?: ToolArgument[];
  /** Faults of the request; only when it was refused. */
  faults?: InputFault[];
  /** Who goes on with what; only when it was handed over. */
  handedOver?: HandedOver;
  /** HTTP status of the last attempt; only when one came. */
  status?: number;
  /** How often it was sent. */
  attempts: number;
}

/** The reply that tells a model of an outcome. */
export function replyOf({ kind, call, tool, text, outputs }: ToolOutcome): ToolReply {
  const failed = kind !== 'succeeded' && kind !== 'handed-over';
  const result = outputs === undefined || failed ? { message: text } : { output_parameters: outputs };
  return { id: call, name: tool, failed, text, ...(failed ? {} : { result }) };
}
