/** Every protocol as one set of readers, with the checks that apply to all of them. */
import type { DescriptionReaders } from '../catalogue/read-descriptions.js';
import { checkEntryText } from '../gateway/held-texts.js';
import { completeDescription, protocols, readDescription } from '../protocols/index.js';

/** Reads descriptions of any protocol, or of a given one. */
export const descriptionReaders: DescriptionReaders = {
  reader: (name) => protocols.find((each) => each.name === name)?.read ?? readDescription,
  checks: [checkEntryText],
  complete: completeDescription,
};
