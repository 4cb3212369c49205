/** How many resources the workers of one server watch for a caller. */
import type { WatchCounts } from '@dragoman/core/faces';
import type { WorkerQuestions } from './ask-workers.js';

const topic = 'mcp-watches';

/** Creates the counts; a worker that does not answer in time is left out. */
export function createWatchCounts(questions: WorkerQuestions): WatchCounts {
  return {
    serve: (count) => questions.handle(topic, async (owner) => count(String(owner))),
    async total(owner) {
      const counts = await questions.ask(topic, owner);
      return counts.reduce<number>((sum, count) => sum + Number(count), 0);
    },
  };
}
