/** Starts the conversation of a chat: its tools, its model, and the people who are asked. */
import type { Client } from '@dragoman/sdk';
import type {
  AskModel,
  ConversationApi,
  ConversationTools,
  StartedConversation,
  StartOptions,
} from '@dragoman/sdk/executor';
import type { ChatTools } from './chat-event.js';
import type { ChatSetup } from './chat-setup.js';

/** A call that waits for another person. */
export interface Waiting {
  alias: string;
  /** Id of the approval. */
  approval: string;
}

/** What a conversation needs besides its tools. */
export interface ChatParts extends Required<Pick<StartOptions, 'confirm' | 'fetch'>> {
  client: Client;
  setup: ChatSetup;
  key: string;
  onWaiting: (waiting: Waiting | undefined) => void;
}

/** Starts it; the executor is large, and is loaded for the first message. */
export async function startChat(target: ChatTools, parts: ChatParts): Promise<StartedConversation> {
  const { client, setup, key, fetch, confirm, onWaiting } = parts;
  const { createScriptedModel, startConversation, waitForApproval } = await import('@dragoman/sdk/executor');
  const { kind } = setup;
  const ask = kind === 'script' ? createScriptedModel(setup.script) : askThrough(client, { ...setup, kind }, key);
  return startConversation(await sourceOf(client, target), {
    baseUrl: client.baseUrl,
    allowInsecure: true,
    api: kind === 'anthropic' ? 'anthropic' : 'openai-chat',
    ...{ ask, fetch, confirm },
    async wait({ alias, approval }, options) {
      onWaiting({ alias, approval });
      try {
        return await waitForApproval(client.approvals, approval, options);
      } finally {
        onWaiting(undefined);
      }
    },
  });
}

/** Asks the model at the endpoint of the setup through the server. */
function askThrough(client: Client, setup: ChatSetup & { kind: ConversationApi }, key: string): AskModel {
  const { kind: api, url, model } = setup;
  const endpoint = { api, url, model, ...(key === '' ? {} : { key }) };
  return (body, options) => client.models.stream(endpoint, body, options);
}

async function sourceOf(client: Client, { kind, id }: ChatTools): Promise<ConversationTools> {
  if (kind === 'toolset') return { toolset: await client.toolsets.export(id) };
  return kind === 'team' ? { team: await client.teams.export(id) } : { service: id };
}
