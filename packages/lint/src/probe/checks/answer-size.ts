/** PROF-RESP-01: responses are small by default. */
import { type Check, checkEach, fails, holds } from '../check.js';

const maxBytes = { item: 8_192, list: 32_768 };

/** Default responses are small. */
export const answerSize: Check = {
  id: 'answer-size',
  requirement: 'PROF-RESP-01',
  severity: 'error',
  title: 'Responses are small by default',
  why: "Responses fill the agent's context window; a large one displaces the task.",
  help: 'Return the essential fields by default, and more only on request.',
  needs: 'reads',
  // What could not be read to its end is not recognized as a list, but is surely large.
  run: ({ items, lists, reads }) =>
    checkEach(
      [...new Set([...items, ...lists, ...reads.filter(({ first }) => first.answer?.cut === true)])],
      'no item or list could be read',
      async ({ operation, first }) => {
        const seen = { operation, exchanges: [first] };
        const { bytes = 0, cut = false } = first.answer ?? {};
        const limit = operation.kinds.item ? maxBytes.item : maxBytes.list;
        if (bytes <= limit && !cut) return holds(`${bytes} bytes`, seen);
        return fails(`${cut ? 'more than ' : ''}${bytes} bytes by default; at most ${limit} are recommended`, seen);
      },
    ),
};
