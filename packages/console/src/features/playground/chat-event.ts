/** What a chat is about, and what happens in it. */
import type { ConversationEvent } from '@dragoman/sdk/executor';

/** Tools of a chat. */
export interface ChatTools {
  kind: 'toolset' | 'team' | 'service';
  id: string;
}

/** An event of a chat, with the turn that it belongs to. */
export type ChatEvent = ConversationEvent & { at: string; turn: number; traceId: string };
