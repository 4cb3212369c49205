/** A chooser that asks a model: it is offered the tools and can call one, or none. Calls are not executed. */
import type { Chooser } from '@dragoman/core/engine';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { type ChatEndpoint, ChatFailed } from './chat-endpoint.js';
import type { OfferedTool } from './offered-tools.js';

/** Dependencies of the chooser. */
export interface ModelChooserPorts {
  endpoint: ChatEndpoint;
  /** The tools to offer for an utterance. */
  offer(utterance: string, signal?: AbortSignal): Promise<readonly OfferedTool[]>;
}

const instructions =
  'Call the one tool that does what the user asks for, with the inputs that the request contains. ' +
  'If no tool does it, call none and say so.';

/** Creates a chooser. */
export async function createModelChooser({ endpoint, offer }: ModelChooserPorts): Promise<Chooser> {
  const { ChoiceFailed } = await import('@dragoman/core/engine');
  const { shapes } = await import('@dragoman/sdk/executor');
  return async (utterance, signal) => {
    const tools = await offer(utterance, signal);
    if (tools.length === 0) return [];
    try {
      const answer = await endpoint.ask({
        messages: [
          { role: 'system', content: instructions },
          { role: 'user', content: utterance },
        ],
        tools: shapes['openai-chat'].tools(
          tools.map(({ name, description, parameters }) => ({ name, description, schema: objectSchema(parameters) })),
        ),
        tool_choice: 'auto',
      });
      if (!isJsonObject(answer) || !Array.isArray(answer.choices) || answer.choices.length === 0) {
        throw new ChatFailed('the response has no choices; is this URL an OpenAI-compatible API?');
      }
      const calls = shapes['openai-chat'].readCalls(answer);
      return {
        names: calls.map((call) => nameOf(call.name, tools)),
        inputs: (calls[0]?.inputs ?? {}) as JsonObject,
      };
    } catch (error) {
      if (error instanceof ChatFailed) throw new ChoiceFailed(error.message, { cause: error });
      throw error;
    }
  };
}

function objectSchema(schema: JsonObject) {
  return { type: 'object' as const, properties: {}, required: [], ...schema };
}

/** A model can call a tool that was not offered; that counts as a wrong choice. */
function nameOf(called: string, tools: readonly OfferedTool[]): string {
  return tools.find(({ name }) => name === called)?.operation ?? called;
}
