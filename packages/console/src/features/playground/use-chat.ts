/** The chat: one conversation with its events, the question that waits for the person, and cancellation. */

import type { ConversationTool, EscalationRequest, StartedConversation } from '@dragoman/sdk/executor';
import { useRef, useState } from 'react';
import { useConsole } from '../../session/console-context.js';
import { newTrace } from '../../session/new-trace.js';
import type { ChatEvent, ChatTools } from './chat-event.js';
import type { ChatSetup } from './chat-setup.js';
import { addEvent } from './read-turns.js';
import { startChat, type Waiting } from './start-chat.js';

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
  waiting: Waiting | undefined;
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

/** Creates the chat; other tools or another setup start a new conversation with the next message. */
export function useChat(tools: ChatTools | undefined, setup: ChatSetup, key: string): Chat {
  const { client, session } = useConsole();
  const [events, setEvents] = useState<readonly ChatEvent[]>([]);
  const [question, setQuestion] = useState<Question>();
  const [waiting, setWaiting] = useState<Waiting>();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const started = useRef<{ of: string; conversation: StartedConversation; turns: number }>(undefined);
  const trace = useRef(newTrace());
  const current = useRef<AbortController>(undefined);
  const identity = JSON.stringify([tools, setup, key]);

  const start = (target: ChatTools) =>
    startChat(target, {
      ...{ client, setup, key, onWaiting: setWaiting },
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
        setEvents((all) => addEvent(all, placed).slice(-maxEvents));
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
    waiting,
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
