/**
 * One conversation: tools are bound once and do not change, calls are executed in the model's order, corrections are
 * counted.
 */
import { clientError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { ToolIdentity } from './executor-event.js';
import type { ExecutorOptions } from './executor-options.js';
import { writeInstructions } from './instructions.js';
import type { RetryPorts } from './invoke-with-retry.js';
import { performCall } from './perform-call.js';
import { exhaustedText, receivedText, tooManyText } from './reply-texts.js';
import type { MessagesOf, OpeningOf, ShapeName, ToolsOf } from './shapes/index.js';
import { shapes } from './shapes/index.js';
import type { ToolCall, ToolReply } from './shapes/model-shape.js';
import type { ToolOutcome } from './tool-outcome.js';
import { replyOf } from './tool-outcome.js';
import { createToolStage } from './tool-stage.js';

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

/** One conversation of a model with the chosen tools. */
export interface Session {
  /** Procedure of the current agent, and the hand-over from the previous one. */
  readonly instructions: string;
  /** Name of the current agent; undefined when there is only one. */
  readonly agent: string | undefined;
  /** Maps names to tool, server and version; not for the model. */
  readonly aliases: readonly ToolIdentity[];
  /** The instructions and tools, to merge into the first request to the model. */
  opening<Name extends ShapeName>(shape: Name): OpeningOf<Name>;
  /** The tools that are currently shown. */
  tools<Name extends ShapeName>(shape: Name): ToolsOf<Name>;
  /** Executes every tool call in a model response; an empty turn when there is none. */
  run<Name extends ShapeName>(shape: Name, response: unknown, options?: CallOptions): Promise<Turn<Name>>;
  /** Executes one call. */
  execute(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
}

/** Maximum number of tool calls executed per response. */
const mostCalls = 64;

/** Default limit of consecutive corrections. */
const defaultCorrections = 3;

/** Starts a conversation with bound tools. */
export function createSession(tools: readonly BoundTool[], options: ExecutorOptions, ports: RetryPorts): Session {
  const stage = createToolStage(tools, options, ports.emit);
  const correct = createCorrector(options, ports);
  const instructions = () => {
    const own = writeInstructions([options.procedure, stage.agent?.procedure], stage.own());
    const received = stage.received === undefined ? '' : receivedText(stage.received);
    return [own, received].filter((text) => text !== '').join('\n\n');
  };
  const execute = async (call: ToolCall, callOptions: CallOptions = {}) => {
    const outcome = await correct(await performCall(call, { ...ports, stage, options }, callOptions));
    if (outcome.kind === 'succeeded') stage.follow(outcome);
    return outcome;
  };
  return {
    get instructions() {
      return instructions();
    },
    get agent() {
      return stage.agent?.name;
    },
    aliases: tools.map(({ identity }) => identity),
    opening: (shape) => spelling(shape).opening(instructions(), stage.shown()),
    tools: (shape) => spelling(shape).tools(stage.shown()),
    execute,
    async run(shape, response, callOptions = {}) {
      const before = fingerprint(stage.shown(), stage.agent?.name);
      const outcomes: ToolOutcome[] = [];
      const replies: ToolReply[] = [];
      for (const [at, call] of spelling(shape).readCalls(response).entries()) {
        const outcome = at < mostCalls ? await execute(call, callOptions) : tooMany(call);
        outcomes.push(outcome);
        if (call.answered !== true) replies.push(replyOf(outcome));
      }
      return {
        outcomes,
        messages: spelling(shape).writeReplies(replies),
        stop: outcomes.some(({ kind }) => kind === 'exhausted'),
        changed: before !== fingerprint(stage.shown(), stage.agent?.name),
      };
    },
  };
}

/** A shape typed by its name, which the compiler cannot infer from the table. */
interface Spelling<Name extends ShapeName> {
  opening(instructions: string, tools: Parameters<(typeof shapes)[Name]['tools']>[0]): OpeningOf<Name>;
  tools(tools: Parameters<(typeof shapes)[Name]['tools']>[0]): ToolsOf<Name>;
  readCalls(response: unknown): ToolCall[];
  writeReplies(replies: readonly ToolReply[]): MessagesOf<Name>;
}

function spelling<Name extends ShapeName>(shape: Name): Spelling<Name> {
  if (!Object.hasOwn(shapes, shape)) {
    const message = `Unknown shape "${String(shape).slice(0, 40)}"; use ${Object.keys(shapes).join(', ')}.`;
    throw clientError('INVALID_ARGUMENT', { message });
  }
  return shapes[shape] as unknown as Spelling<Name>;
}

function tooMany({ id, name }: ToolCall): ToolOutcome {
  return { kind: 'refused', call: id, tool: name, attempts: 0, text: tooManyText(name, mostCalls), faults: [] };
}

function fingerprint(shown: readonly { name: string }[], agent = ''): string {
  return [agent, ...shown.map(({ name }) => name)].join('\n');
}

/** Allows a number of consecutive corrections; a valid call resets the count. */
function createCorrector({ corrections = {} }: ExecutorOptions, { emit }: RetryPorts) {
  let refused = 0;
  return async (outcome: ToolOutcome): Promise<ToolOutcome> => {
    const { kind, call, tool, faults = [], text } = outcome;
    refused = kind === 'refused' ? refused + 1 : 0;
    if (kind !== 'refused') return outcome;
    emit({ type: 'refused', call, tool, faults, reason: text });
    if (refused <= (corrections.limit ?? defaultCorrections)) return outcome;
    emit({ type: 'corrections-exhausted', call, tool, refused });
    const words = await corrections.exhausted?.({ tool, refused, correction: text });
    return { ...outcome, kind: 'exhausted', text: words ?? exhaustedText(tool, refused) };
  };
}
