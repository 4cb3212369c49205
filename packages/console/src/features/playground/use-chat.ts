/** The chat: one conversation with its events, the question that waits for the person, and cancellation. */

import type { Client } from '@dragoman/sdk';
import type {
  AskModel,
  ConversationApi,
  ConversationEvent,
  ConversationTool,
  ConversationTools,
  EscalationRequest,
  StartedConversation,
} from '@dragoman/sdk/executor';
import { useRef, useState } from 'react';
import { useConsole } from '../../session/console-context.js';
import { newTrace } from '../../session/new-trace.js';
import type { ChatSetup } from './chat-setup.js';

/** Tools of a chat. */
export interface ChatTools {
  kind: 'toolset' | 'team' | 'service';
  id: string;
}

/** An event of a chat, with the turn that it belongs to. */
export type ChatEvent = ConversationEvent & { at: string; turn: number; traceId: string };

/** A call that waits for the person. */
export interface Question {
  request: EscalationRequest;
  answer: (approved: boolean) => void;
}

/** The chat. */
export interface Chat {
  events: readonly ChatEvent[];
  /** The tools of the conversation; empty before it has started. */
  tools: readonly ConversationTool[];
  question: Question | undefined;
  isRunning: boolean;
  /** Why the conversation could not start. */
  error: unknown;
  send: (text: string) => Promise<void>;
  cancel: () => void;
  /** Forgets the conversation. */
  restart: () => void;
}

/** Events that are kept. */
const maxEvents = 2000;

/** Asks the model at the endpoint of the setup through the server. */
function askThrough(client: Client, setup: ChatSetup & { kind: ConversationApi }, key: string): AskModel {
  const { kind: api, url, model } = setup;
  const endpoint = { api, url, model, ...(key === '' ? {} : { key }) };
  return (body, options) => client.models.ask(endpoint, body, options);
}

/** Creates the chat; other tools or another setup start a new conversation with the next message. */
export function useChat(tools: ChatTools | undefined, setup: ChatSetup, key: string): Chat {
  const { client, session } = useConsole();
  const [events, setEvents] = useState<readonly ChatEvent[]>([]);
  const [question, setQuestion] = useState<Question>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const started = useRef<{ of: string; conversation: StartedConversation; turns: number }>(undefined);
  const trace = useRef(newTrace());
  const current = useRef<AbortController>(undefined);
  const identity = JSON.stringify([tools, setup, key]);

  const start = async (target: ChatTools) => {
    // Large, and not needed before the first message.
    const { createScriptedModel, startConversation } = await import('@dragoman/sdk/executor');
    const { kind } = setup;
    const ask = kind === 'script' ? createScriptedModel(setup.script) : askThrough(client, { ...setup, kind }, key);
    const source = await sourceOf(client, target);
    return startConversation(source, {
      baseUrl: client.baseUrl,
      allowInsecure: true,
      api: kind === 'anthropic' ? 'anthropic' : 'openai-chat',
      ask,
      // Every call of a turn belongs to one trace, which Activity shows.
      fetch: (input, init) =>
        session.fetch(input, { ...init, headers: { ...init.headers, traceparent: trace.current.traceparent } }),
      confirm: (request) =>
        new Promise<boolean>((resolve) => {
          const answer = (approved: boolean) => {
            setQuestion(undefined);
            resolve(approved);
          };
          current.current?.signal.addEventListener('abort', () => answer(false), { once: true });
          setQuestion({ request, answer });
        }),
    });
  };

  const send = async (text: string) => {
    if (tools === undefined || isRunning) return;
    const controller = new AbortController();
    current.current = controller;
    trace.current = newTrace();
    setRunning(true);
    setError(undefined);
    try {
      if (started.current?.of !== identity) {
        started.current = { of: identity, conversation: await start(tools), turns: 0 };
      }
      const running = started.current;
      running.turns += 1;
      const { traceId } = trace.current;
      for await (const event of running.conversation.send(text, { signal: controller.signal })) {
        const placed = { ...event, at: new Date().toISOString(), turn: running.turns, traceId };
        setEvents((all) => [...all, placed].slice(-maxEvents));
      }
    } catch (thrown) {
      setError(thrown);
    } finally {
      setRunning(false);
    }
  };
  return {
    events,
    tools: started.current?.conversation.tools ?? [],
    question,
    isRunning,
    error,
    send,
    cancel: () => current.current?.abort(),
    restart: () => {
      current.current?.abort();
      started.current = undefined;
      setEvents([]);
      setError(undefined);
    },
  };
}

async function sourceOf(client: Client, { kind, id }: ChatTools): Promise<ConversationTools> {
  if (kind === 'toolset') return { toolset: await client.toolsets.export(id) };
  return kind === 'team' ? { team: await client.teams.export(id) } : { service: id };
}
