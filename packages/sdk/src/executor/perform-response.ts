/** Executes the tool calls of one model response in order, and writes the replies in the model's API. */
import { clientError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import { tooManyText } from './reply-texts.js';
import type { MessagesOf, OpeningOf, ShapeName, ToolsOf } from './shapes/index.js';
import { shapes } from './shapes/index.js';
import type { PerformCall, ShownTool, ToolCall, ToolReply } from './shapes/model-shape.js';
import type { OwnOf } from './streams/index.js';
import type { ModelDelta } from './streams/model-stream.js';
import type { ToolOutcome } from './tool-outcome.js';
import { replyOf } from './tool-outcome.js';
import type { ToolStage } from './tool-stage.js';

/** The result of one model response. */
export interface Turn<Name extends ShapeName> {
  outcomes: ToolOutcome[];
  /** Messages to append to the conversation, after the model's own message. */
  messages: MessagesOf<Name>;
  /** True: the correction limit is reached; end the conversation, or hand it to a person. */
  stop: boolean;
  /** True: read the tools and the instructions again before the next request to the model. */
  changed: boolean;
}

/** The result of a streamed model response. */
export interface StreamedTurn<Name extends ShapeName> extends Turn<Name> {
  /** The model's own messages, to append to the conversation before `messages`. */
  own: OwnOf<Name>;
}

/** What happens while a response is streamed: the model's words, then its calls and their outcomes, then the turn. */
export type StreamPart<Name extends ShapeName> = ModelDelta | CallPart | { type: 'turn'; turn: StreamedTurn<Name> };

/** A call before its execution, and its outcome. */
export type CallPart = { type: 'call'; call: ToolCall } | { type: 'outcome'; outcome: ToolOutcome };

/** The parts of a session that execute calls. */
export interface ResponsePorts {
  stage: ToolStage;
  execute(call: ToolCall, options: CallOptions): Promise<ToolOutcome>;
  /** The outcome of a call that a framework has executed itself; undefined when it was no tool of the session. */
  recall(id: string): ToolOutcome | undefined;
}

/** Maximum number of tool calls executed per response. */
const mostCalls = 64;

/** Executes the calls one after the other; returns the turn. */
export async function* performResponse<Name extends ShapeName>(
  shape: Name,
  response: unknown,
  { stage, execute, recall }: ResponsePorts,
  options: CallOptions,
): AsyncGenerator<CallPart, Turn<Name>> {
  const { readCalls, writeReplies } = spelling(shape);
  const before = fingerprint(stage);
  const outcomes: ToolOutcome[] = [];
  const replies: ToolReply[] = [];
  for (const [at, call] of readCalls(response).entries()) {
    const known = call.executed === true ? recall(call.id) : undefined;
    if (call.executed === true && known === undefined) continue;
    yield { type: 'call', call };
    const outcome = known ?? (at < mostCalls ? await execute(call, options) : tooMany(call));
    yield { type: 'outcome', outcome };
    outcomes.push(outcome);
    if (call.answered !== true && known === undefined) replies.push(replyOf(outcome));
  }
  return {
    outcomes,
    messages: writeReplies(replies),
    stop: outcomes.some(({ kind }) => kind === 'exhausted'),
    changed: before !== fingerprint(stage),
  };
}

/** A shape typed by its name, which the compiler cannot infer from the table. */
export interface Spelling<Name extends ShapeName> {
  opening(instructions: string, tools: readonly ShownTool[], perform: PerformCall): OpeningOf<Name>;
  tools(tools: readonly ShownTool[], perform: PerformCall): ToolsOf<Name>;
  readCalls(response: unknown): ToolCall[];
  writeReplies(replies: readonly ToolReply[]): MessagesOf<Name>;
}

/** The shape of this name; throws `INVALID_ARGUMENT` when there is none. */
export function spelling<Name extends ShapeName>(shape: Name): Spelling<Name> {
  if (!Object.hasOwn(shapes, shape)) {
    const message = `Unknown shape "${String(shape).slice(0, 40)}"; use ${Object.keys(shapes).join(', ')}.`;
    throw clientError('INVALID_ARGUMENT', { message });
  }
  return shapes[shape] as unknown as Spelling<Name>;
}

function tooMany({ id, name }: ToolCall): ToolOutcome {
  return { kind: 'refused', call: id, tool: name, attempts: 0, text: tooManyText(name, mostCalls), faults: [] };
}

function fingerprint(stage: ToolStage): string {
  return [stage.agent?.name ?? '', ...stage.shown().map(({ name }) => name)].join('\n');
}
