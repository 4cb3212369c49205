/** The loops of the guides with the official SDKs of model vendors; a test compares them with the pages. */
import Anthropic from '@anthropic-ai/sdk';
import type { Message } from '@aws-sdk/client-bedrock-runtime';
import { BedrockRuntimeClient, ConverseCommand } from '@aws-sdk/client-bedrock-runtime';
import type { EscalationRules, EventSink, ExecutorOptions, StreamedTurn, ToolSource } from '@dragoman/sdk/executor';
import { createExecutor } from '@dragoman/sdk/executor';
import type { Content } from '@google/genai';
import { GoogleGenAI } from '@google/genai';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import OpenAI from 'openai';
import type { Agent } from './agent.js';
import { reportProgress } from './agent.js';
import { startModelHost } from './model-host.js';

const model = 'scripted';
/** The setting with the names of the pages. */
interface LoopSetting {
  sources: ToolSource[];
  wanted: ExecutorOptions['tools'];
  question: string;
  approve: EscalationRules['ask'];
  onEvent: EventSink;
  options: { signal?: AbortSignal };
}

/** Runs a loop with a model host, and with plain http to this machine. */
function withHost(loop: (setting: LoopSetting, origin: string) => Promise<string>): Agent {
  return async ({ root, apiKey, wanted = 'all', script, question, approve = () => false, onProgress, signal }) => {
    const onEvent = reportProgress(onProgress);
    const host = await startModelHost(script);
    const sources = [{ label: 'desk', root, credential: { apiKey }, searches: true, allowInsecure: true }];
    try {
      const options = signal === undefined ? {} : { signal };
      return await loop({ sources, wanted, question, approve, onEvent, options }, host.origin);
    } finally {
      await host.close();
    }
  };
}

/** `openai`, Chat Completions. */
export const openAiChat = withHost(async ({ sources, wanted, question, approve, onEvent, options }, origin) => {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 });
  // page: openai-chat
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const messages: OpenAI.ChatCompletionMessageParam[] = [
    ...session.opening('openai-chat').messages,
    { role: 'user', content: question },
  ];
  for (;;) {
    const tools = session.tools('openai-chat');
    const response = await openai.chat.completions.create({ model, messages, tools });
    messages.push(...response.choices.map(({ message }) => message));
    const turn = await session.run('openai-chat', response, options);
    messages.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) return response.choices[0]?.message.content ?? '';
  }
  // end
});

/** `openai`, Chat Completions, streamed. */
export const openAiChatStreamed = withHost(async ({ sources, question, options }, origin) => {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 });
  const executor = createExecutor({ sources, tools: 'all' });
  const session = await executor.startSession();
  const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: question }];
  const shown: string[] = [];
  const process = { stdout: { write: (text: string) => shown.push(text) } };
  // page: stream
  for (;;) {
    const tools = session.tools('openai-chat');
    const stream = await openai.chat.completions.create({ model, messages, tools, stream: true });
    let turn: StreamedTurn<'openai-chat'> | undefined;
    for await (const part of session.stream('openai-chat', stream, options)) {
      if (part.type === 'text') process.stdout.write(part.text);
      if (part.type === 'turn') turn = part.turn;
    }
    messages.push(...(turn?.own ?? []), ...(turn?.messages ?? []));
    if (turn === undefined || turn.outcomes.length === 0 || turn.stop) break;
  }
  // end
  return shown.join('');
});

/** `openai`, Responses. */
export const openAiResponses = withHost(async ({ sources, wanted, question, approve, onEvent, options }, origin) => {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 });
  // page: openai-responses
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: question }];
  for (;;) {
    const response = await openai.responses.create({ model, input, ...session.opening('openai-responses') });
    input.push(...(response.output as OpenAI.Responses.ResponseInputItem[]));
    const turn = await session.run('openai-responses', response, options);
    input.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) return response.output_text;
  }
  // end
});

/** `@anthropic-ai/sdk`. */
export const anthropicMessages = withHost(async ({ sources, wanted, question, approve, onEvent, options }, origin) => {
  const anthropic = new Anthropic({ baseURL: origin, apiKey: 'none', maxRetries: 0 });
  // page: anthropic
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  for (;;) {
    const { system, tools } = session.opening('anthropic');
    const request = { model, max_tokens: 4096, messages, tools, ...(system === undefined ? {} : { system }) };
    const response = await anthropic.messages.create(request);
    messages.push({ role: 'assistant', content: response.content });
    const turn = await session.run('anthropic', response, options);
    messages.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) {
      return response.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    }
  }
  // end
});

/** `@anthropic-ai/sdk`, streamed. */
export const anthropicStreamed = withHost(async ({ sources, question, options }, origin) => {
  const anthropic = new Anthropic({ baseURL: origin, apiKey: 'none', maxRetries: 0 });
  const session = await createExecutor({ sources, tools: 'all' }).startSession();
  const messages: Anthropic.MessageParam[] = [{ role: 'user', content: question }];
  const shown: string[] = [];
  for (;;) {
    const stream = anthropic.messages.stream({ model, max_tokens: 9, messages, tools: session.tools('anthropic') });
    let turn: StreamedTurn<'anthropic'> | undefined;
    for await (const part of session.stream('anthropic', stream, options)) {
      if (part.type === 'text') shown.push(part.text);
      if (part.type === 'turn') turn = part.turn;
    }
    messages.push(...((turn?.own ?? []) as unknown as Anthropic.MessageParam[]), ...(turn?.messages ?? []));
    if (turn === undefined || turn.outcomes.length === 0) return shown.join('');
  }
});

/** `openai`, Responses, streamed. */
export const responsesStreamed = withHost(async ({ sources, question, options }, origin) => {
  const openai = new OpenAI({ baseURL: `${origin}/v1`, apiKey: 'none', maxRetries: 0 });
  const session = await createExecutor({ sources, tools: 'all' }).startSession();
  const input: OpenAI.Responses.ResponseInputItem[] = [{ role: 'user', content: question }];
  const shown: string[] = [];
  for (;;) {
    const tools = session.tools('openai-responses');
    const stream = await openai.responses.create({ model, input, tools, stream: true });
    let turn: StreamedTurn<'openai-responses'> | undefined;
    for await (const part of session.stream('openai-responses', stream, options)) {
      if (part.type === 'text') shown.push(part.text);
      if (part.type === 'turn') turn = part.turn;
    }
    input.push(...((turn?.own ?? []) as unknown as OpenAI.Responses.ResponseInputItem[]), ...(turn?.messages ?? []));
    if (turn === undefined || turn.outcomes.length === 0) return shown.join('');
  }
});

/** `@google/genai`. */
export const gemini = withHost(async ({ sources, wanted, question, approve, onEvent, options }, origin) => {
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: origin } });
  // page: gemini
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }];
  for (;;) {
    const response = await ai.models.generateContent({ model, contents, config: session.opening('google') });
    contents.push(...(response.candidates ?? []).flatMap(({ content }) => content ?? []));
    const turn = await session.run('google', response, options);
    contents.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) return response.text ?? '';
  }
  // end
});

/** `@google/genai`, streamed. */
export const geminiStreamed = withHost(async ({ sources, question, options }, origin) => {
  const ai = new GoogleGenAI({ apiKey: 'none', httpOptions: { baseUrl: origin } });
  const session = await createExecutor({ sources, tools: 'all' }).startSession();
  const contents: Content[] = [{ role: 'user', parts: [{ text: question }] }];
  const shown: string[] = [];
  for (;;) {
    const stream = await ai.models.generateContentStream({
      model,
      contents,
      config: { tools: session.tools('google') },
    });
    let turn: StreamedTurn<'google'> | undefined;
    for await (const part of session.stream('google', stream, options)) {
      if (part.type === 'text') shown.push(part.text);
      if (part.type === 'turn') turn = part.turn;
    }
    contents.push(...((turn?.own ?? []) as unknown as Content[]), ...(turn?.messages ?? []));
    if (turn === undefined || turn.outcomes.length === 0) return shown.join('');
  }
});

/** `@aws-sdk/client-bedrock-runtime`. */
export const bedrock = withHost(async ({ sources, wanted, question, approve, onEvent, options }, origin) => {
  const credentials = { accessKeyId: 'none', secretAccessKey: 'none' };
  const requestHandler = new NodeHttpHandler();
  const client = new BedrockRuntimeClient({ region: 'eu-north-1', endpoint: origin, credentials, requestHandler });
  // page: bedrock
  const executor = createExecutor({ sources, tools: wanted, escalate: { ask: approve }, onEvent });
  const session = await executor.startSession();
  const messages: Message[] = [{ role: 'user', content: [{ text: question }] }];
  for (;;) {
    const command = new ConverseCommand({ modelId: model, messages, ...session.opening('bedrock') });
    const response = await client.send(command);
    if (response.output?.message !== undefined) messages.push(response.output.message);
    const turn = await session.run('bedrock', response, options);
    messages.push(...turn.messages);
    if (turn.outcomes.length === 0 || turn.stop) {
      return (response.output?.message?.content ?? []).map(({ text }) => text ?? '').join('');
    }
  }
  // end
});
