/** LlamaIndex.TS with the tools of the executor: its MCP package brings its own browser, interpreter and scrapers. */
import { createExecutor } from '@dragoman/sdk/executor';
import type { ChatResponseChunk, LLMMetadata } from '@llamaindex/core/llms';
import { ToolCallLLM } from '@llamaindex/core/llms';
import { FunctionTool } from '@llamaindex/core/tools';
import { agent } from '@llamaindex/workflow';
import type { Agent } from './agent.js';
import { reportProgress } from './agent.js';
import type { Script } from './script.js';

/** A model of the framework, which follows the script. */
class ScriptedModel extends ToolCallLLM {
  supportToolCall = true;
  metadata = {
    model: 'scripted',
    temperature: 0,
    topP: 1,
    contextWindow: 1_000_000,
    tokenizer: undefined,
  } as LLMMetadata;
  readonly #script: Script;

  constructor(script: Script) {
    super();
    this.#script = script;
  }

  override async chat(params: never): Promise<never> {
    const { messages, tools = [] } = params as { messages: unknown; tools?: { metadata: unknown }[] };
    const said = this.#script.next({ messages, tools: tools.map(({ metadata }) => metadata) });
    const turn = this.#script.seen.length;
    const toolCall =
      typeof said === 'string' ? [] : said.map(([name, input], at) => ({ name, input, id: `call_${turn}_${at}` }));
    const delta = typeof said === 'string' ? said : '';
    async function* stream(): AsyncGenerator<ChatResponseChunk> {
      yield { delta, raw: null, ...(toolCall.length > 0 ? { options: { toolCall } } : {}) } as ChatResponseChunk;
    }
    return stream() as never;
  }
}

/** With the executor. */
export const llamaIndex: Agent = async ({
  root,
  apiKey,
  wanted = 'all',
  script,
  question,
  approve = () => false,
  onProgress,
  signal,
}) => {
  const llm = new ScriptedModel(script);
  const options = signal === undefined ? {} : { signal };
  const sources = [{ label: 'desk', root, credential: { apiKey }, searches: true, allowInsecure: true }];
  const onEvent = reportProgress(onProgress);
  // page: llamaindex
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const tools = session.tools('openai-chat').map(({ function: { name, description, parameters } }) => {
    const call = async (inputs: Record<string, unknown>) =>
      (await session.execute({ id: crypto.randomUUID(), name, inputs }, options)).text;
    return FunctionTool.from(call, { name, description, parameters: parameters as never });
  });
  const { data } = await agent({ llm, tools }).run(question);
  return String(data.result);
  // end
};
