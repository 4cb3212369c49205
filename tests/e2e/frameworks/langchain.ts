/** LangChain and LangGraph with their MCP adapters. */
import { AIMessage } from '@langchain/core/messages';
import { FakeBuiltModel } from '@langchain/core/testing';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { createAgent } from 'langchain';
import type { Agent } from './agent.js';
import type { Script } from './script.js';

/** LangChain's own fake model, with a record of the tools. */
class ScriptedModel extends FakeBuiltModel {
  shown: unknown[] = [];

  override bindTools(...[tools]: Parameters<FakeBuiltModel['bindTools']>): ReturnType<FakeBuiltModel['bindTools']> {
    this.shown = tools.map((tool) => ({ name: tool.name, schema: tool.schema }));
    return super.bindTools(tools);
  }
}

/** The model, which follows the script. */
function scripted(script: Script) {
  const model = new ScriptedModel();
  for (let turn = 0; turn < 10; turn += 1) {
    model.respond((messages) => {
      const said = script.next({ messages: messages.map((message) => message.toDict()), tools: model.shown });
      if (typeof said === 'string') return new AIMessage(said);
      const tool_calls = said.map(([name, args], at) => ({ name, args, id: `call_${turn}_${at}` }));
      return new AIMessage({ content: '', tool_calls });
    });
  }
  return model;
}

/** With the MCP adapters. */
export const langchainMcp: Agent = async ({ mcp: url, apiKey, script, question, signal, onProgress }) => {
  const model = scripted(script);
  const options = signal === undefined ? {} : { signal };
  const reported = ({ progress }: { progress: number }) => onProgress?.(progress);
  // page: langchain
  const headers = { Authorization: `Bearer ${apiKey}` };
  const client = new MultiServerMCPClient({
    mcpServers: { desk: { transport: 'http', url, headers } },
    onProgress: reported,
  });
  try {
    const agent = createAgent({ model, tools: await client.getTools() });
    const { messages } = await agent.invoke({ messages: [{ role: 'user', content: question }] }, options);
    return String(messages.at(-1)?.content);
  } finally {
    await client.close();
  }
  // end
};
