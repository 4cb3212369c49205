/** Very large answers are truncated at items of a list, and report it. */

import { soleType } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import type { Repair } from './repair.js';
import { findList, inputNamed, isChangeable, openSchema, withProperties, wrapList } from './schema-shape.js';

/** Members that report a truncation. */
export const truncatedOutput = 'truncated';
export const truncationOutput = 'truncation';

/** Characters of JSON above which an answer is truncated; about eight thousand tokens. */
const maxCharacters = 32_768;

const outputs: JsonObject = {
  [truncatedOutput]: {
    type: 'boolean',
    description: 'True when lists were truncated because the answer was too large.',
  },
  [truncationOutput]: {
    type: 'object',
    description: 'What was truncated, and how to get the rest.',
    properties: {
      cut: {
        type: 'array',
        description: 'The lists that were truncated.',
        items: {
          type: 'object',
          properties: {
            at: { type: 'string', description: 'JSON pointer of the list.' },
            kept: { type: 'integer', description: 'Items that are included.' },
            of: { type: 'integer', description: 'Items that there were.' },
          },
        },
      },
      go_on: { type: 'string', description: 'How to get the rest.' },
    },
  },
};

/** The repair; it applies to answers that are objects or lists. */
export const truncation: Repair = {
  name: 'truncation',
  title: 'Reported truncation',
  supplies: `Responses above ${maxCharacters} characters are truncated at items of their lists and have truncated: true, the number of items that were kept, the total, and how to continue.`,
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
    draft.repairs.truncation = { characters: maxCharacters };
    draft.output = withProperties(object, outputs);
    return true;
  },
};
