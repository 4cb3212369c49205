/** Vercel AI SDK with its own MCP client, and with the tools of the executor; the SDK runs the loop. */
import { createMCPClient } from '@ai-sdk/mcp';
import { createExecutor } from '@dragoman/sdk/executor';
import type { ToolSet } from 'ai';
import { generateText, stepCountIs } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import type { Agent } from './agent.js';
import type { Script } from './script.js';

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never;

/** The SDK's own mock model, which follows the script. */
function scripted(script: Script): MockLanguageModelV3 {
  return new MockLanguageModelV3({
    doGenerate: async ({ prompt, tools }) => {
      const said = script.next({ prompt, tools });
      const turn = script.seen.length;
      if (typeof said === 'string') {
        return {
          content: [{ type: 'text', text: said }],
          finishReason: { unified: 'stop', raw: 'stop' },
          usage,
          warnings: [],
        };
      }
      const content = said.map(([toolName, input], at) => ({
        type: 'tool-call' as const,
        toolCallId: `call_${turn}_${at}`,
        toolName,
        input: JSON.stringify(input),
      }));
      return { content, finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage, warnings: [] };
    },
  });
}

const limits = (signal: AbortSignal | undefined) => (signal === undefined ? {} : { abortSignal: signal });

/** With the MCP client of the SDK. */
export const vercelMcp: Agent = async ({ mcp: url, apiKey, script, question, signal }) => {
  const model = scripted(script);
  const options = limits(signal);
  // page: vercel
  const headers = { authorization: `Bearer ${apiKey}` };
  const mcp = await createMCPClient({ transport: { type: 'http', url, headers } });
  try {
    const tools = (await mcp.tools()) as ToolSet;
    const { text } = await generateText({ model, tools, prompt: question, stopWhen: stepCountIs(10), ...options });
    return text;
  } finally {
    await mcp.close();
  }
  // end
};

/** With the executor, whose tools have `execute`. */
export const vercelExecutor: Agent = async ({
  root,
  apiKey,
  wanted = 'all',
  script,
  question,
  approve = () => false,
  signal,
}) => {
  const model = scripted(script);
  const options = limits(signal);
  const sources = [{ label: 'desk', root, credential: { apiKey }, searches: true, allowInsecure: true }];
  // page: vercel-executor
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve } });
  const session = await executor.startSession();
  const { text } = await generateText({
    model,
    ...session.opening('vercel'),
    prompt: question,
    stopWhen: stepCountIs(10),
    ...options,
  });
  return text;
  // end
};
