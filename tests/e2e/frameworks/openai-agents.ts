/** OpenAI Agents SDK with its MCP client. */
import type { Model } from '@openai/agents-core';
import { MCPServerStreamableHttp, Agent as OpenAiAgent, run, setTracingDisabled, Usage } from '@openai/agents-core';
import type { Agent } from './agent.js';
import type { Script } from './script.js';

/** A model of the SDK, which follows the script. */
function scripted(script: Script): Model {
  return {
    async getResponse({ input, tools }) {
      const said = script.next({ input, tools });
      const turn = script.seen.length;
      if (typeof said === 'string') {
        const content = [{ type: 'output_text' as const, text: said }];
        return { usage: new Usage(), output: [{ type: 'message', role: 'assistant', status: 'completed', content }] };
      }
      const output = said.map(([name, inputs], at) => ({
        type: 'function_call' as const,
        callId: `call_${turn}_${at}`,
        name,
        arguments: JSON.stringify(inputs),
        status: 'completed' as const,
      }));
      return { usage: new Usage(), output };
    },
    // biome-ignore lint/correctness/useYield: this model does not stream.
    async *getStreamedResponse() {
      throw new Error('not used');
    },
  };
}

/** With the MCP client of the SDK. */
export const openAiAgents: Agent = async ({ mcp: url, apiKey, script, question, signal }) => {
  const model = scripted(script);
  const options: { signal?: AbortSignal } = signal === undefined ? {} : { signal };
  setTracingDisabled(true);
  // page: openai-agents
  const requestInit = { headers: { authorization: `Bearer ${apiKey}` } };
  const server = new MCPServerStreamableHttp({ url, requestInit });
  await server.connect();
  // The SDK does not pass the signal on to running tools; closing the connection cancels them.
  options.signal?.addEventListener('abort', () => void server.close());
  try {
    const agent = new OpenAiAgent({ name: 'Harbour', model, mcpServers: [server] });
    const { finalOutput } = await run(agent, question, options);
    return finalOutput ?? '';
  } finally {
    await server.close();
  }
  // end
};
