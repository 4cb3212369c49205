/** The readers of streamed responses, by shape. */
import { readAnthropic } from './anthropic.js';
import { readBedrock } from './bedrock.js';
import { readGoogle } from './google.js';
import { readOpenAiChat } from './openai-chat.js';
import { readOpenAiResponses } from './openai-responses.js';
import { readVercel } from './vercel.js';

/** Shape → how its streams are read. */
export const streams = {
  'openai-chat': readOpenAiChat,
  'openai-responses': readOpenAiResponses,
  anthropic: readAnthropic,
  google: readGoogle,
  bedrock: readBedrock,
  vercel: readVercel,
} as const;

/** The model's own messages in a shape. */
export type OwnOf<Name extends keyof typeof streams> =
  ReturnType<(typeof streams)[Name]> extends AsyncGenerator<unknown, { own: infer Own }> ? Own : never;
