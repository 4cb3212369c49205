/** Sessions with MCP servers that the workers of one server share: asked for when a worker first needs one. */
import type { Question, SharedSessions } from '@dragoman/core/faces';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { WorkerQuestions } from './ask-workers.js';

const topics = { find: 'mcp-upstream-session', keep: 'mcp-upstream-stream', pass: 'mcp-upstream-question' };

/** Requests that a worker can number before it could reach the numbers of another one. */
const idsOfWorker = 2 ** 30;

/** Creates the view of one worker, which has a number that no other worker has at the same time. */
export function createSharedSessions(
  questions: Pick<WorkerQuestions, 'ask' | 'handle'>,
  worker: number,
): SharedSessions {
  /** The keys that this worker asks for, and whether another worker that asks too goes first. */
  const asking = new Map<string, { yields: boolean }>();
  const ask = async (key: string, lost: string) => {
    const answers = await questions.ask(topics.find, { key, lost, worker });
    return answers.map(readFound).find((found) => found !== undefined);
  };
  return {
    firstId: worker * idsOfWorker,
    async find(key, lost = '') {
      const own = { yields: false };
      asking.set(key, own);
      try {
        const found = await ask(key, lost);
        // The worker that goes first answers when it is connected.
        return found ?? (own.yields ? await ask(key, lost) : undefined);
      } finally {
        if (asking.get(key) === own) asking.delete(key);
      }
    },
    async keepStream(session) {
      return (await questions.ask(topics.keep, { session, worker })).includes(true);
    },
    async passQuestion(session, { id, method, params }) {
      const able = await questions.ask(topics.pass, { session, worker });
      const [to] = able.filter((answer) => typeof answer === 'number');
      if (to !== undefined) await questions.ask(topics.pass, { session, worker, to, question: { id, method, params } });
    },
    serve({ sessionOf, streamOf }) {
      questions.handle(topics.find, async (question) => {
        const { key, lost, worker: from } = isJsonObject(question) ? question : {};
        if (from === worker || typeof key !== 'string') return null;
        // Of the workers that ask at the same time, the one with the lowest number connects.
        const own = asking.get(key);
        if (own !== undefined && worker > Number(from)) {
          own.yields = true;
          return null;
        }
        return { ...((await sessionOf(key, String(lost))) ?? {}) };
      });
      questions.handle(topics.keep, async (question) => {
        const { session, worker: from } = isJsonObject(question) ? question : {};
        return from !== worker && streamOf(String(session))?.keep() === true;
      });
      questions.handle(topics.pass, async (asked) => {
        const { session, worker: from, to, question } = isJsonObject(asked) ? asked : {};
        const stream = from === worker ? undefined : streamOf(String(session));
        if (stream === undefined || !stream.hasCalls()) return null;
        if (to === worker && question !== undefined) stream.take(readQuestion(question));
        return worker;
      });
    },
  };
}

/** A question as another worker of this version wrote it. */
function readQuestion(value: JsonValue): Question {
  const { id, method, params } = isJsonObject(value) ? value : {};
  return {
    id: typeof id === 'number' ? id : String(id),
    method: String(method),
    params: isJsonObject(params) ? params : {},
  };
}

function readFound(answer: JsonValue): { version: string; session: string } | undefined {
  const { version, session } = isJsonObject(answer) ? answer : {};
  return typeof version === 'string' && typeof session === 'string' ? { version, session } : undefined;
}
