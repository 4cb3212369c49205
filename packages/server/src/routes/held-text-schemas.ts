/** Schemas of held texts in the server's own API description. */
import { releaseLimits } from '@dragoman/core/engine';
import { closedSchema, listSchema, textSchema, timeSchema, wholeSchema } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';

/** Maximum number of characters of a text in a response. */
export const maxShown = 4000;

const hash = textSchema('SHA-256 of the exact text.', { pattern: '^sha256:[0-9a-f]{64}$' });

const reason = closedSchema(
  'One kind of finding.',
  {
    code: textSchema('Code of the finding.'),
    words: textSchema('The words that caused it, normalized; third-party text.', { maxLength: maxShown }),
  },
  ['code', 'words'],
);

const place = closedSchema(
  'One location of the text.',
  {
    pointer: textSchema('JSON pointer into the entry.'),
    operation: textSchema('Name of the operation; absent for texts of the service itself.'),
  },
  ['pointer'],
);

const text = closedSchema(
  'A text that looks like an instruction to a model.',
  {
    hash,
    state: textSchema('held: models do not see it; released: they do.', { enum: ['held', 'released'] }),
    text: textSchema(`The text, at most ${maxShown} characters; third-party text.`, { maxLength: maxShown }),
    text_cut: { type: 'boolean', description: 'True when the text is longer than shown.' },
    reasons: listSchema('Why it is held.', reason),
    places: listSchema('Where it is, at most 20.', place),
    released_by: textSchema('Who released it.'),
    released_at: timeSchema('When it was released.'),
  },
  ['hash', 'state', 'text', 'reasons', 'places'],
);

/** The texts of one service. */
export const heldTextsSchema: JsonObject = closedSchema(
  'Texts of one service that look like instructions.',
  {
    id: textSchema('Id of the service.'),
    held: wholeSchema('Number of texts that models do not see.'),
    released: wholeSchema('Number of texts that were released.'),
    texts: listSchema('The texts, in the order of the document, at most 200.', text),
  },
  ['id', 'held', 'released', 'texts'],
);

/** The body of a decision. */
export const decisionSchema: JsonObject = closedSchema(
  'A decision on texts.',
  { texts: listSchema('Hashes of the texts.', hash, { minItems: 1, maxItems: releaseLimits.texts }) },
  ['texts'],
);
