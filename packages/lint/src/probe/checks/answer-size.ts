/** PROF-RESP-01: answers are small unless more is asked for. */
import { askEach, type Check, fails, holds } from '../check.js';

const most = { item: 8_192, list: 32_768 };

/** Default answers are small. */
export const answerSize: Check = {
  id: 'answer-size',
  requirement: 'PROF-RESP-01',
  severity: 'error',
  title: 'Answers are small by default',
  why: 'Answers share the space of the task; a large one pushes the task out.',
  help: 'Return the fields that carry meaning, and more only on request.',
  needs: 'reads',
  run: ({ items, lists }) =>
    askEach([...new Set([...items, ...lists])], 'no item and no list answered', async ({ operation, first }) => {
      const seen = { operation, exchanges: [first] };
      const { bytes = 0, cut = false } = first.answer ?? {};
      const limit = operation.kinds.item ? most.item : most.list;
      if (bytes <= limit && !cut) return holds(`${bytes} bytes`, seen);
      return fails(`${cut ? 'more than ' : ''}${bytes} bytes by default; recommended are ${limit} at most`, seen);
    }),
};
