/**
 * A scripted model with a Chat Completions API, and the loop that an application runs around it. Every request
 * to the model is recorded.
 */
import type { Session, Turn } from '@dragoman/sdk/executor';
import { startHttpHost } from './http-host.js';

/** One line of a script: a text that ends the conversation, or tool calls, optionally derived from earlier messages. */
export type Line = string | Call[] | ((lastReply: string) => string | Call[]);

/** A tool call: name and inputs, or the raw text of inputs. */
export type Call = [name: string, inputs: Record<string, unknown> | string];

/** A request to the model. */
export interface ModelInput {
  messages: { role: string; content: string | null; tool_call_id?: string }[];
  tools: { function: { name: string } }[];
}

/** A running model. */
export interface ScriptedModel {
  url: string;
  /** Every received request, oldest first. */
  inputs: ModelInput[];
  close(): Promise<void>;
}

/** Starts a model with a script of one line for each turn. */
export async function startScriptedModel(script: readonly Line[]): Promise<ScriptedModel> {
  const inputs: ModelInput[] = [];
  const host = await startHttpHost(async (url, init) => {
    if (!url.endsWith('/v1/chat/completions') || init.method !== 'POST') return new Response('{}', { status: 404 });
    const input = JSON.parse(String(init.body)) as ModelInput;
    const line = script[inputs.length] ?? 'I have nothing more to say.';
    inputs.push(input);
    const said = typeof line === 'function' ? line(input.messages.at(-1)?.content ?? '') : line;
    return Response.json({ object: 'chat.completion', choices: [{ index: 0, message: speak(said, inputs.length) }] });
  });
  return { url: `${host.origin}/v1/chat/completions`, inputs, close: host.close };
}

function speak(said: string | Call[], turn: number): object {
  if (typeof said === 'string') return { role: 'assistant', content: said };
  const calls = said.map(([name, inputs], at) => ({
    id: `call_${turn}_${at}`,
    type: 'function',
    function: { name, arguments: typeof inputs === 'string' ? inputs : JSON.stringify(inputs) },
  }));
  return { role: 'assistant', content: null, tool_calls: calls };
}

/** A complete conversation: the model's last message, and every turn. */
export interface Conversation {
  words: string;
  turns: Turn<'openai-chat'>[];
}

/** Runs the loop of an application until the model returns text or the executor stops. */
export async function converse(session: Session, model: ScriptedModel, question: string): Promise<Conversation> {
  const opening = session.opening('openai-chat');
  let { tools } = opening;
  let said = opening.messages.length;
  const messages: unknown[] = [...opening.messages, { role: 'user', content: question }];
  const turns: Turn<'openai-chat'>[] = [];
  for (;;) {
    const body = JSON.stringify({ model: 'scripted', messages, tools });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(model.url, { method: 'POST', headers, body });
    const answer = (await response.json()) as { choices: { message: { content: string | null } }[] };
    messages.push(answer.choices[0]?.message);
    const turn = await session.run('openai-chat', answer);
    turns.push(turn);
    if (turn.outcomes.length === 0 || turn.stop) return { words: answer.choices[0]?.message.content ?? '', turns };
    messages.push(...turn.messages);
    if (turn.changed) {
      const next = session.opening('openai-chat');
      messages.splice(0, said, ...next.messages);
      said = next.messages.length;
      tools = next.tools;
    }
  }
}
