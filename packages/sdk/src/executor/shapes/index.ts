/** The supported model APIs. */
import { anthropic } from './anthropic.js';
import { bedrock } from './bedrock.js';
import { google } from './google.js';
import { openAiChat } from './openai-chat.js';
import { openAiResponses } from './openai-responses.js';
import { vercel } from './vercel.js';

/** The shapes: name → how that API represents tools, calls and replies. */
export const shapes = {
  'openai-chat': openAiChat,
  'openai-responses': openAiResponses,
  anthropic,
  google,
  bedrock,
  vercel,
} as const;

/** Name of a shape. */
export type ShapeName = keyof typeof shapes;

/** The start of a conversation in a shape. */
export type OpeningOf<Name extends ShapeName> = ReturnType<(typeof shapes)[Name]['opening']>;

/** Tools in a shape. */
export type ToolsOf<Name extends ShapeName> = ReturnType<(typeof shapes)[Name]['tools']>;

/** Messages in a shape. */
export type MessagesOf<Name extends ShapeName> = ReturnType<(typeof shapes)[Name]['writeReplies']>;
