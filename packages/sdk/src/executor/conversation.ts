/**
 * A conversation of a person with a model that has tools: asks the model, executes its calls, shows it the results, and asks
 * again until it answers in words. Everything that happens is an event; the events together are the trace.
 */
import { estimateTokens } from '@dragoman/model';
import { isDragomanError } from '../dragoman-error.js';
import type { CallOptions } from '../transport.js';
import type { Session } from './create-session.js';
import type { ConversationApi, ModelUsage } from './model-reply.js';
import { readReply } from './model-reply.js';
import { isStream } from './refuse-response.js';
import type { ToolCall } from './shapes/model-shape.js';
import { objectOf } from './shapes/read-call.js';
import { streams } from './streams/index.js';
import type { ToolOutcome } from './tool-outcome.js';

/** Sends a request in the model's API, without the name of the model; returns its parsed response, or the stream of its events. */
export type AskModel = (body: Readonly<Record<string, unknown>>, options: CallOptions) => Promise<unknown>;

/** Parts of a conversation. */
export interface ConversationOptions {
  session: Session;
  api: ConversationApi;
  ask: AskModel;
  /** Maximum number of requests to the model for one message; 12 by default. */
  maxRounds?: number;
  /** Milliseconds; `Date.now` by default. */
  now?: () => number;
}

/** Why a turn ended; `rounds`: the limit of requests was reached; `corrections`: that of invalid calls. */
export type TurnEnd = 'answered' | 'rounds' | 'corrections' | 'canceled' | 'failed';

/** One event of a turn. */
export type ConversationEvent =
  | { type: 'message'; text: string }
  /** The model is asked; `tools` are those that it sees, with their estimated tokens. */
  | { type: 'asked'; round: number; tools: string[]; tokens: number }
  /** A part of what the model says, when its response is streamed; `replied` has the whole. */
  | { type: 'delta'; round: number; of: 'text' | 'reasoning'; text: string }
  /** `text` before calls is the model's own explanation of its choice; `reasoning` where the API gives it. */
  | {
      type: 'replied';
      round: number;
      text: string;
      reasoning: string;
      calls: ToolCall[];
      ms: number;
      usage?: ModelUsage;
    }
  | { type: 'call'; call: ToolCall }
  | { type: 'outcome'; outcome: ToolOutcome; ms: number; tokens: number }
  | { type: 'ended'; reason: TurnEnd; message?: string };

/** A conversation. */
export interface Conversation {
  /** Sends a message and runs the turn to its end; a canceled turn ends with an event, not with an error. */
  send(text: string, options?: CallOptions): AsyncGenerator<ConversationEvent, void>;
}

const usualRounds = 12;
/** Tokens that a model may write in one response, where the API requires a limit. */
const maxTokens = 4096;

type Message = Readonly<Record<string, unknown>>;

/** Starts a conversation in a session. */
export function createConversation(options: ConversationOptions): Conversation {
  const { session, api, now = Date.now, maxRounds = usualRounds } = options;
  const history: Message[] = [];

  async function* rounds(call: CallOptions): AsyncGenerator<ConversationEvent, TurnEnd> {
    for (let round = 1; round <= maxRounds; round += 1) {
      const tools = session.tools(api);
      yield { type: 'asked', round, tools: session.shown(), tokens: estimateTokens(tools) };
      const askedAt = now();
      const given = await options.ask(requestOf(api, session.instructions, history, tools), call);
      const response = isStream(given) ? yield* readStreamed(api, given as AsyncIterable<unknown>, round) : given;
      const { text, reasoning, usage, own, calls } = readReply(api, response);
      const known = usage === undefined ? {} : { usage };
      yield { type: 'replied', round, text, reasoning, calls, ms: now() - askedAt, ...known };
      history.push(own);
      const steps = session.perform(api, response, call);
      let startedAt = now();
      let step = await steps.next();
      while (step.done !== true) {
        const part = step.value;
        if (part.type === 'call') {
          startedAt = now();
          yield part;
        } else yield { ...part, ms: now() - startedAt, tokens: estimateTokens(part.outcome.text) };
        step = await steps.next();
      }
      history.push(...(step.value.messages as unknown as Message[]));
      if (step.value.stop) return 'corrections';
      if (step.value.outcomes.length === 0) return 'answered';
    }
    return 'rounds';
  }

  return {
    async *send(text, call = {}) {
      yield { type: 'message', text };
      const before = history.length;
      history.push({ role: 'user', content: text });
      try {
        const reason = yield* rounds(call);
        const message = reason === 'rounds' ? { message: `The model was asked ${maxRounds} times.` } : {};
        yield { type: 'ended', reason, ...message };
      } catch (error) {
        // A turn that broke off would leave calls without results, which no API accepts.
        history.length = before;
        const isCanceled = call.signal?.aborted === true;
        const message = isDragomanError(error) || error instanceof Error ? error.message : String(error);
        yield isCanceled ? { type: 'ended', reason: 'canceled' } : { type: 'ended', reason: 'failed', message };
      }
    },
  };
}

/** Passes on what arrives, and returns the whole response with the usage that the events tell. */
async function* readStreamed(
  api: ConversationApi,
  stream: AsyncIterable<unknown>,
  round: number,
): AsyncGenerator<ConversationEvent, unknown> {
  const usage: Record<string, unknown> = {};
  const reading = streams[api](watchUsage(stream, usage));
  let next = await reading.next();
  for (; next.done !== true; next = await reading.next())
    yield { type: 'delta', round, of: next.value.type, text: next.value.text };
  return { ...(next.value.response as object), usage };
}

async function* watchUsage(stream: AsyncIterable<unknown>, usage: Record<string, unknown>): AsyncGenerator<unknown> {
  for await (const event of stream) {
    const whole = objectOf(event);
    // Anthropic counts the input in the first message, and the output in the last change of it.
    Object.assign(usage, objectOf(objectOf(whole.message).usage), objectOf(whole.usage));
    yield event;
  }
}

function requestOf(api: ConversationApi, instructions: string, history: readonly Message[], tools: unknown): Message {
  const offered = Array.isArray(tools) && tools.length > 0 ? { tools } : {};
  if (api === 'anthropic') {
    const system = instructions === '' ? {} : { system: instructions };
    return { ...system, messages: [...history], ...offered, max_tokens: maxTokens };
  }
  const system = instructions === '' ? [] : [{ role: 'system', content: instructions }];
  return { messages: [...system, ...history], ...offered };
}
