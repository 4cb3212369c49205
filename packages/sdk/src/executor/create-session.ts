/**
 * One conversation: tools are bound once and do not change, calls are executed in the model's order, corrections are
 * counted.
 */
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { ToolIdentity } from './executor-event.js';
import type { ExecutorOptions } from './executor-options.js';
import { writeInstructions } from './instructions.js';
import type { RetryPorts } from './invoke-with-retry.js';
import { createLargeResults } from './large-results.js';
import { defaultResultCharacters, performCall } from './perform-call.js';
import type { CallPart, StreamPart, Turn } from './perform-response.js';
import { performResponse, spelling } from './perform-response.js';
import { requireResponse } from './refuse-response.js';
import { createRepeatGuard } from './repeat-guard.js';
import { exhaustedText, receivedText } from './reply-texts.js';
import type { OpeningOf, ShapeName, ToolsOf } from './shapes/index.js';
import type { PerformCall, ToolCall } from './shapes/model-shape.js';
import type { OwnOf } from './streams/index.js';
import { streams } from './streams/index.js';
import type { ToolOutcome } from './tool-outcome.js';
import { replyOf } from './tool-outcome.js';
import { createToolStage } from './tool-stage.js';

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
  /**
   * Executes every tool call in a model response; an empty turn when there is none. Rejects with `INVALID_ARGUMENT` for
   * anything that is not a finished response of this API.
   */
  run<Name extends ShapeName>(shape: Name, response: unknown, options?: CallOptions): Promise<Turn<Name>>;
  /**
   * Reads the stream of an SDK, then executes the tool calls in it. Calls are executed only after the stream has ended
   * as the API says; the last part is the turn.
   */
  stream<Name extends ShapeName>(
    shape: Name,
    stream: unknown,
    options?: CallOptions,
  ): AsyncGenerator<StreamPart<Name>, void>;
  /** Names of the tools that are currently shown. */
  shown(): string[];
  /** Executes every tool call in a model response as `run` does, call by call; the return value is the turn. */
  perform<Name extends ShapeName>(
    shape: Name,
    response: unknown,
    options?: CallOptions,
  ): AsyncGenerator<CallPart, Turn<Name>>;
  /** Executes one call. */
  execute(call: ToolCall, options?: CallOptions): Promise<ToolOutcome>;
}

/** Maximum number of remembered outcomes of calls that a framework executed itself. */
const mostRemembered = 1_000;

/** Default limit of consecutive corrections. */
const defaultCorrections = 3;

/** Starts a conversation with bound tools. */
export function createSession(tools: readonly BoundTool[], options: ExecutorOptions, ports: RetryPorts): Session {
  const large = createLargeResults(
    options.maxResultCharacters ?? defaultResultCharacters,
    options.readResult === 'always',
  );
  const stage = createToolStage(tools, options, { emit: ports.emit, large });
  const correct = createCorrector(options, ports);
  const findRepeat = createRepeatGuard(options.corrections);
  const executed = new Map<string, ToolOutcome>();
  const instructions = () => {
    const own = writeInstructions([options.procedure, stage.agent?.procedure], stage.own());
    const received = stage.received === undefined ? '' : receivedText(stage.received);
    return [own, received].filter((text) => text !== '').join('\n\n');
  };
  const execute = async (call: ToolCall, callOptions: CallOptions = {}) => {
    const repeated = findRepeat(call);
    const performed = repeated ?? (await performCall(call, { ...ports, stage, large, options }, callOptions));
    const outcome = await correct(performed);
    if (outcome.kind === 'succeeded') stage.follow(outcome);
    return outcome;
  };
  const perform: PerformCall = async (call, callOptions) => {
    const outcome = await execute(call, callOptions);
    if (executed.size < mostRemembered) executed.set(call.id, outcome);
    return replyOf(outcome);
  };
  const recall = (id: string) => {
    const outcome = executed.get(id);
    executed.delete(id);
    return outcome;
  };
  async function* performChecked<Name extends ShapeName>(
    shape: Name,
    response: unknown,
    callOptions: CallOptions = {},
  ) {
    spelling(shape);
    requireResponse(shape, response);
    return yield* performResponse(shape, response, { stage, execute, recall }, callOptions);
  }
  return {
    get instructions() {
      return instructions();
    },
    get agent() {
      return stage.agent?.name;
    },
    aliases: tools.map(({ identity }) => identity),
    opening: (shape) => spelling(shape).opening(instructions(), stage.shown(), perform),
    tools: (shape) => spelling(shape).tools(stage.shown(), perform),
    shown: () => stage.shown().map(({ name }) => name),
    execute,
    perform: performChecked,
    async run(shape, response, callOptions = {}) {
      const steps = performChecked(shape, response, callOptions);
      for (;;) {
        const step = await steps.next();
        if (step.done === true) return step.value;
      }
    },
    async *stream(shape, stream, callOptions = {}) {
      spelling(shape);
      const { own, response } = yield* streams[shape](stream);
      const turn = yield* performResponse(shape, response, { stage, execute, recall }, callOptions);
      yield { type: 'turn', turn: { ...turn, own: own as OwnOf<typeof shape> } };
    },
  };
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
