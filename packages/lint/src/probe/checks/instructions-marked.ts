/** PROF-SEC-02: a text in an answer that reads like an instruction is marked as data. */
import { listTexts } from '../../api/list-texts.js';
import { findSteering } from '../../rules/security/steering-text.js';
import { askEach, type Check, fails, holds } from '../check.js';
import { isMarked } from '../text-places.js';

/** Most characters of one text that are looked at. */
const longest = 20_000;

/** Instructions in answers are marked. */
export const instructionsMarked: Check = {
  id: 'instructions-marked',
  requirement: 'PROF-SEC-02',
  severity: 'warning',
  title: 'A text that reads like an instruction is marked as data',
  why: 'Whatever an answer says is read by the model; an order in it that nothing marks may be carried out.',
  help: 'Put the texts of users and third parties into fields of their own with their source, or list them in x-agent.untrusted.',
  needs: 'reads',
  run: ({ reads }) =>
    askEach(reads, 'no read answered', async ({ operation, first }) => {
      const seen = { operation, exchanges: [first] };
      const steering = listTexts(first.answer?.json).filter(
        ({ text }) => findSteering(text.slice(0, longest)) !== undefined,
      );
      const unmarked = steering.find((place) => !isMarked(operation, place));
      if (unmarked !== undefined)
        return fails(
          `the text at ${placeOf(unmarked.path)} reads like an instruction, and is not marked as data`,
          seen,
        );
      return holds(steering.length === 0 ? 'no text reads like an instruction' : 'such texts are marked', seen);
    }),
};

function placeOf(path: readonly string[]): string {
  return `/${path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('/')}`.slice(0, 120);
}
