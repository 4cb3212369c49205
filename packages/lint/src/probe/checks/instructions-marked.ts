/** PROF-SEC-02: text in a response that reads like an instruction is marked as data. */
import { listTexts } from '../../api/list-texts.js';
import { findSteering } from '../../rules/security/steering-text.js';
import { type Check, checkEach, fails, holds } from '../check.js';
import { isMarked } from '../text-locations.js';

/** Maximum number of characters checked per text. */
const maxLength = 20_000;

/** Instruction-like texts in responses are marked. */
export const instructionsMarked: Check = {
  id: 'instructions-marked',
  requirement: 'PROF-SEC-02',
  severity: 'warning',
  title: 'A text that reads like an instruction is marked as data',
  why: 'The model reads every response; it may follow an instruction in it that is not marked as data.',
  help: 'Put third-party texts into dedicated fields with their source, or list them in x-agent.untrusted.',
  needs: 'reads',
  run: ({ reads }) => {
    const complete = reads.filter(({ first }) => first.answer?.cut !== true);
    return checkEach(complete, 'no response could be read to its end', async ({ operation, first }) => {
      const seen = { operation, exchanges: [first] };
      const steering = listTexts(first.answer?.json).filter(
        ({ text }) => findSteering(text.slice(0, maxLength)) !== undefined,
      );
      const unmarked = steering.find((place) => !isMarked(operation, place));
      if (unmarked !== undefined)
        return fails(`the text at ${placeOf(unmarked.path)} reads like an instruction and is not marked as data`, seen);
      return holds(steering.length === 0 ? 'no text reads like an instruction' : 'such texts are marked', seen);
    });
  },
};

function placeOf(path: readonly string[]): string {
  return `/${path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('/')}`.slice(0, 120);
}
