/** What a model's response says besides its calls: words, reasoning, usage, and its own message for the next request. */
import { requireResponse } from './refuse-response.js';
import { shapes } from './shapes/index.js';
import type { ToolCall } from './shapes/model-shape.js';
import { objectOf, objectsOf } from './shapes/read-call.js';

/** Model APIs of a conversation. */
export const conversationApis = Object.freeze(['openai-chat', 'anthropic'] as const);

/** One of them. */
export type ConversationApi = (typeof conversationApis)[number];

/** Tokens of one request, as the API counts them. */
export interface ModelUsage {
  input: number;
  output: number;
}

/** A model's response. */
export interface ModelReply {
  text: string;
  reasoning: string;
  calls: ToolCall[];
  usage?: ModelUsage;
  /** To append to the conversation. */
  own: Readonly<Record<string, unknown>>;
}

/** Reads a response; throws `INVALID_ARGUMENT` for anything else. */
export function readReply(api: ConversationApi, response: unknown): ModelReply {
  requireResponse(api, response);
  const calls = shapes[api].readCalls(response);
  const whole = objectOf(response);
  const usage = readUsage(objectOf(whole.usage));
  const known = usage === undefined ? {} : { usage };
  if (api === 'anthropic') {
    const blocks = objectsOf(whole.content);
    const own = { role: 'assistant', content: whole.content };
    return { text: joined(blocks, 'text'), reasoning: joined(blocks, 'thinking'), calls, ...known, own };
  }
  const message = objectOf(objectsOf(whole.choices)[0]?.message ?? whole.message ?? whole);
  const reasoning = textOf(message.reasoning_content) || textOf(message.reasoning);
  // Some compatible servers leave the role out, and some refuse members of responses in requests.
  const { role = 'assistant', content = null, tool_calls: asked } = message;
  const own = { role, content, ...(Array.isArray(asked) && asked.length > 0 ? { tool_calls: asked } : {}) };
  return { text: textOf(message.content) || textOf(message.refusal), reasoning, calls, ...known, own };
}

function joined(blocks: readonly Readonly<Record<string, unknown>>[], member: 'text' | 'thinking'): string {
  return blocks.flatMap((block) => (block.type === member ? textOf(block[member]) : [])).join('\n');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readUsage({ prompt_tokens, completion_tokens, input_tokens, output_tokens }: Record<string, unknown>) {
  const [input, output] = [prompt_tokens ?? input_tokens, completion_tokens ?? output_tokens];
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
}
