/** A question to all workers of one server, relayed by the parent process, with one answer for each worker. */
import type { JsonValue } from '@dragoman/model';
import type { Line, Message } from './message.js';

/** Milliseconds after which a worker that has not answered is left out. */
const timeoutMs = 2000;

/** The workers, as the parent process knows them. */
export interface Workers {
  ready: Iterable<Line>;
  /** Workers that are not ready; they are asked only what concerns them too. */
  starting: Iterable<Line>;
}

/** The relay of the parent process. */
export interface QuestionRelay {
  /** Passes a question to the workers, and their answers to `to` when all have answered. */
  hear(to: Line | undefined, message: Message, workers: Workers): void;
}

/** Creates the relay. */
export function createQuestionRelay(): QuestionRelay {
  const open = new Map<number, (value: JsonValue) => void>();
  let last = 0;
  const ask = (to: Line, { id, topic, value }: Extract<Message, { about: 'ask-all' }>, workers: readonly Line[]) => {
    last += 1;
    const question = last;
    const values: JsonValue[] = [];
    const settle = () => {
      clearTimeout(timer);
      if (open.delete(question)) to.say({ about: 'answers', id, values });
    };
    const timer = setTimeout(settle, timeoutMs).unref();
    const asked = workers.filter((worker) => worker.say({ about: 'ask', id: question, topic, value })).length;
    open.set(question, (answer) => {
      values.push(answer);
      if (values.length >= asked) settle();
    });
  };
  return {
    hear(to, message, workers) {
      if (message.about === 'ask-all' && to !== undefined) {
        ask(to, message, [...workers.ready, ...(message.starting ? workers.starting : [])]);
      }
      if (message.about === 'answer') open.get(message.id)?.(message.value);
    },
  };
}

/** Whom a question is for. */
export interface AskOptions {
  /** True: also workers that are not ready; one that cannot answer the topic yet is left out at once. */
  starting?: boolean;
}

/** Questions between workers, as one of them sees it. */
export interface WorkerQuestions {
  /** Answers questions about a topic. */
  handle(topic: string, answer: (value: JsonValue) => Promise<JsonValue>): void;
  /** Asks all workers, this one included; workers that do not answer in time are left out. */
  ask(topic: string, value: JsonValue, options?: AskOptions): Promise<JsonValue[]>;
}

/** Creates the questions over the channel to the parent process. */
export function createWorkerQuestions(line: Line): WorkerQuestions & { hear(message: Message): void } {
  const handlers = new Map<string, (value: JsonValue) => Promise<JsonValue>>();
  const waiting = new Map<number, (values: JsonValue[]) => void>();
  let last = 0;
  const answer = async ({ id, topic, value }: Extract<Message, { about: 'ask' }>) => {
    const found = await handlers
      .get(topic)?.(value)
      .catch(() => null);
    line.say({ about: 'answer', id, value: found ?? null });
  };
  return {
    handle: (topic, handler) => void handlers.set(topic, handler),
    async ask(topic, value, { starting = false } = {}) {
      last += 1;
      const id = last;
      const values = await new Promise<JsonValue[]>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs + 1000, []).unref();
        waiting.set(id, (all) => {
          clearTimeout(timer);
          resolve(all);
        });
        if (!line.say({ about: 'ask-all', id, topic, value, starting })) resolve([]);
      });
      waiting.delete(id);
      return values.filter((each) => each !== null);
    },
    hear(message) {
      if (message.about === 'ask') void answer(message);
      else if (message.about === 'answers') waiting.get(message.id)?.(message.values);
    },
  };
}
