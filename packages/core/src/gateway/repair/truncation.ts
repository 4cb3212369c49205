/** Answers that would fill a reader's whole space are cut at items of a list, and say so. */

import { soleType } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { Repair } from './repair.js';
import { findList, inputNamed, isChangeable, openSchema, withProperties, wrapList } from './schema-shape.js';

/** Members that tell of a cut. */
export const truncatedOutput = 'truncated';
export const truncationOutput = 'truncation';

/** Characters of JSON from which on an answer is cut; some eight thousand tokens. */
const mostCharacters = 32_768;

const outputs: JsonObject = {
  [truncatedOutput]: { type: 'boolean', description: 'True when lists were cut because the answer was too large.' },
  [truncationOutput]: {
    type: 'object',
    description: 'What was cut, and how to get the rest.',
    properties: {
      cut: {
        type: 'array',
        description: 'The lists that were cut.',
        items: {
          type: 'object',
          properties: {
            at: { type: 'string', description: 'JSON pointer of the list.' },
            kept: { type: 'integer', description: 'Items that are there.' },
            of: { type: 'integer', description: 'Items that there were.' },
          },
        },
      },
      go_on: { type: 'string', description: 'How to get the rest.' },
    },
  },
};

/** The repair; it takes answers that are objects or lists. */
export const truncation: Repair = {
  name: 'truncation',
  title: 'Truncation that says so',
  supplies: `An answer above ${mostCharacters} characters is cut at items of its lists and carries truncated: true, how many items were kept of how many, and how to go on.`,
  mode: 'off',
  surface: true,
  concerns: ({ output }) => openSchema(output) !== undefined,
  apply(draft) {
    const open = openSchema(draft.output);
    if (open === undefined || inputNamed(open, [truncatedOutput]) !== undefined) return false;
    const isList = soleType(open) === 'array';
    const object = isList ? wrapList(open) : open;
    const list = draft.repairs.list ?? findList(draft.output)?.at;
    if (!isChangeable(object) || (isList && list === undefined)) return false;
    if (list !== undefined) draft.repairs.list = list;
    draft.repairs.truncation = { characters: mostCharacters };
    draft.output = withProperties(object, outputs);
    return true;
  },
};
