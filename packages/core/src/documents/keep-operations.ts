/** Keeps the operations of a description that a person chose by name, whatever its protocol. */
import type { Checked } from '@dragoman/model';
import { Failure, suggestNames } from '@dragoman/model';
import { hashDocument } from './hash-document.js';
import type { EntryDraft } from './reader.js';

/** Maximum number of unknown names that are reported. */
const maxReported = 20;

/** The description with only these operations; throws when it has no operation of some name. */
export function keepOperations(read: Checked<EntryDraft>, names: readonly string[] | undefined): Checked<EntryDraft> {
  const { value } = read;
  if (value === undefined || names === undefined) return read;
  const known = new Set(value.operations.map(({ name }) => name));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw unknownNames(unknown, [...known]);
  const kept = new Set(names);
  const operations = value.operations.filter(({ name }) => kept.has(name));
  // Another choice from the same document is a change.
  const hash = hashDocument([value.origin.hash, [...kept].sort()]);
  return { ...read, value: { ...value, operations, origin: { ...value.origin, hash } } };
}

function unknownNames(unknown: readonly string[], known: readonly string[]): Failure {
  return new Failure('INVALID_INPUT', {
    message: 'The description does not have all of the chosen operations.',
    fieldErrors: unknown.slice(0, maxReported).map((name) => ({
      field: 'curation.operations',
      code: 'curation/operation-unknown',
      detail: `there is no operation '${name.slice(0, 80)}'. ${suggestNames(name, known)}`,
    })),
  });
}
