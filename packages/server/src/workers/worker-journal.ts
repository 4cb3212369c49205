/** Streams of MCP sessions between the workers of one server: a worker asks the others for a stream that it does not have. */
import type { JournalPage, StreamJournal } from '@dragoman/core/faces';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { WorkerQuestions } from './ask-workers.js';

const topic = 'mcp-stream';

/** Creates the journal; events stay in the worker that answers the request. */
export function createWorkerJournal(questions: WorkerQuestions): StreamJournal {
  return {
    open: () => ({ append: () => undefined, end: () => undefined }),
    async read(id, after) {
      const [page] = await questions.ask(topic, { id, after });
      return page as unknown as JournalPage | undefined;
    },
    serve(page) {
      questions.handle(topic, async (asked) => {
        if (!isJsonObject(asked)) return null;
        return (page(String(asked.id), Number(asked.after)) ?? null) as unknown as JsonValue;
      });
    },
  };
}
