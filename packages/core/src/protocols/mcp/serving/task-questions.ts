/**
 * Questions of a service during a background call: they wait in the store until the client that made the call polls its
 * task and answers, perhaps at another process and one by one.
 */
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { SessionRecord, SessionStore } from '../../../catalogue/sessions.js';
import type { Clock } from '../../../documents/host.js';
import type { ClientQuestion } from '../../../gateway/client-line.js';
import { memberOf } from '../wire.js';
import type { Mailbox } from './mailbox.js';
import { unanswered } from './session-questions.js';

/** The open questions of background calls, by the id of the call. */
export interface TaskQuestions {
  /** Asks and waits for all answers; throws `INPUT_UNAVAILABLE` when they do not come in time. */
  ask(
    id: string,
    questions: Readonly<Record<string, ClientQuestion>>,
    signal: AbortSignal,
  ): Promise<Record<string, JsonObject>>;
  /** Questions without an answer, by key; empty when there are none. */
  pending(id: string): Promise<Record<string, JsonObject>>;
  /** Takes answers by key; unknown keys are ignored. */
  answer(id: string, responses: JsonObject): Promise<void>;
}

/** Dependencies. */
export interface TaskQuestionPorts {
  sessions: Pick<SessionStore, 'read' | 'change'>;
  mailbox: Mailbox;
  clock: Clock;
  /** Milliseconds that a client has to answer. */
  timeoutMs: number;
}

/** No entry has this id, and no caller this name. */
const board = 'mcp task questions';

/** Creates the questions; processes that share the store share them. */
export function createTaskQuestions({ sessions, mailbox, clock, timeoutMs }: TaskQuestionPorts): TaskQuestions {
  const time = (ms: number) => new Date(ms).toISOString();
  const idOf = (id: string) => `${board} ${id}`;
  const roomOf = (record: SessionRecord | undefined) => {
    const { pending = {}, answers = {}, round = 0 } = record?.document ?? {};
    return {
      pending: (isJsonObject(pending) ? pending : {}) as Record<string, JsonObject>,
      answers: (isJsonObject(answers) ? answers : {}) as Record<string, JsonObject>,
      round: Number(round),
    };
  };
  return {
    async ask(id, questions, signal) {
      const now = clock.now();
      let round = 0;
      const keyOf = (name: string) => `${round}.${name}`;
      await sessions.change(
        idOf(id),
        (current) => {
          round = roomOf(current).round + 1;
          const pending = Object.fromEntries(
            Object.entries(questions).map(([name, question]) => [keyOf(name), { ...question }]),
          );
          const document = { pending, answers: {}, round };
          // Kept after the answers, so that keys are never used twice.
          return { id: idOf(id), entryId: board, owner: board, document, expiresAt: time(now + 2 * timeoutMs) };
        },
        time(now),
      );
      const message = await mailbox.wait(`task ${id} ${round}`, { ms: timeoutMs, signal });
      if (message === undefined) throw signal.aborted ? new Failure('CANCELLED') : unanswered(timeoutMs);
      return Object.fromEntries(
        Object.keys(questions).map((name) => [name, memberOf(message, keyOf(name)) as JsonObject]),
      );
    },
    async pending(id) {
      return roomOf(await sessions.read(idOf(id), time(clock.now()))).pending;
    },
    async answer(id, responses) {
      let whole: { round: number; answers: JsonObject } | undefined;
      await sessions.change(
        idOf(id),
        (current) => {
          const { pending, answers, round } = roomOf(current);
          const given = Object.entries(responses).filter(
            ([key, value]) => Object.hasOwn(pending, key) && isJsonObject(value),
          );
          if (current === undefined || given.length === 0) return undefined;
          const open = Object.fromEntries(
            Object.entries(pending).filter(([key]) => !given.some(([name]) => name === key)),
          );
          const all = { ...answers, ...Object.fromEntries(given) };
          whole = Object.keys(open).length === 0 ? { round, answers: all } : undefined;
          return { ...current, document: { pending: open, answers: whole === undefined ? all : {}, round } };
        },
        time(clock.now()),
      );
      if (whole !== undefined) await mailbox.post(`task ${id} ${whole.round}`, whole.answers);
    },
  };
}
