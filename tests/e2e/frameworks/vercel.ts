/** Vercel AI SDK with its own MCP client, and with the tools of the executor; the SDK runs the loop. */
import { createMCPClient } from '@ai-sdk/mcp';
import type { StreamedTurn } from '@dragoman/sdk/executor';
import { createExecutor } from '@dragoman/sdk/executor';
import type { ModelMessage, ToolSet } from 'ai';
import { generateText, stepCountIs, streamText } from 'ai';
import { convertArrayToReadableStream, MockLanguageModelV3 } from 'ai/test';
import type { Agent } from './agent.js';
import { reportProgress } from './agent.js';
import type { Script } from './script.js';

type StreamPart =
  Awaited<ReturnType<MockLanguageModelV3['doStream']>>['stream'] extends ReadableStream<infer Part> ? Part : never;

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never;

/** The SDK's own mock model, which follows the script, whole and streamed. */
function scripted(script: Script): MockLanguageModelV3 {
  const say = ({ prompt, tools }: { prompt: unknown; tools?: unknown }) => {
    const said = script.next({ prompt, tools });
    const turn = script.seen.length;
    if (typeof said === 'string') {
      return {
        content: [{ type: 'text' as const, text: said }],
        finishReason: { unified: 'stop' as const, raw: 'stop' },
      };
    }
    const content = said.map(([toolName, input], at) => ({
      type: 'tool-call' as const,
      toolCallId: `call_${turn}_${at}`,
      toolName,
      input: JSON.stringify(input),
    }));
    return { content, finishReason: { unified: 'tool-calls' as const, raw: 'tool_calls' } };
  };
  return new MockLanguageModelV3({
    doGenerate: async (request) => ({ ...say(request), usage, warnings: [] }),
    async doStream(request) {
      const { content, finishReason } = say(request);
      const parts = content.flatMap((part): StreamPart[] =>
        part.type === 'tool-call'
          ? [part]
          : [
              { type: 'text-start' as const, id: 't' },
              { type: 'text-delta' as const, id: 't', delta: part.text },
              { type: 'text-end' as const, id: 't' },
            ],
      );
      const end = { type: 'finish' as const, finishReason, usage };
      return { stream: convertArrayToReadableStream<StreamPart>([...parts, end]) };
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
  onProgress,
  signal,
}) => {
  const model = scripted(script);
  const options = limits(signal);
  const sources = [{ label: 'desk', root, credential: { apiKey }, searches: true, allowInsecure: true }];
  const onEvent = reportProgress(onProgress);
  // page: vercel-executor
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
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

/** With the executor, streamed step by step; the SDK executes the tools, and the session executes nothing twice. */
export const vercelStreamed: Agent = async ({ root, apiKey, script, question }) => {
  const model = scripted(script);
  const sources = [{ label: 'desk', root, credential: { apiKey }, allowInsecure: true }];
  const session = await createExecutor({ sources, tools: 'all' }).startSession();
  const messages: ModelMessage[] = [{ role: 'user', content: question }];
  const shown: string[] = [];
  for (;;) {
    const result = streamText({ model, messages, tools: session.tools('vercel') });
    let turn: StreamedTurn<'vercel'> | undefined;
    for await (const part of session.stream('vercel', result)) {
      if (part.type === 'text') shown.push(part.text);
      if (part.type === 'turn') turn = part.turn;
    }
    messages.push(...((turn?.own ?? []) as unknown as ModelMessage[]), ...(turn?.messages ?? []));
    if (turn === undefined || turn.outcomes.length === 0) return shown.join('');
  }
};

/** With the executor, and a loop of the program around `generateText`. */
export const vercelLoop: Agent = async ({ root, apiKey, script, question }) => {
  const model = scripted(script);
  const sources = [{ label: 'desk', root, credential: { apiKey }, allowInsecure: true }];
  const session = await createExecutor({ sources, tools: 'all' }).startSession();
  const messages: ModelMessage[] = [{ role: 'user', content: question }];
  for (;;) {
    const result = await generateText({ model, messages, tools: session.tools('vercel') });
    const turn = await session.run('vercel', result);
    messages.push(...result.response.messages, ...turn.messages);
    if (turn.outcomes.length === 0) return result.text;
  }
};
