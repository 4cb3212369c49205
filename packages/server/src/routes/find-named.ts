/** Finds the operation that a path names. */
import { chooseOperation } from '@dragoman/core/engine';
import type { Entry, Operation } from '@dragoman/model';
import { Failure, isFailure, suggestNames } from '@dragoman/model';

/** By id or by name, in any spelling; names of other operations are suggested. */
export function findNamed(entry: Entry, name: string): Operation {
  const byId = entry.operations.find(({ id }) => id === name);
  if (byId !== undefined) return byId;
  try {
    return chooseOperation(entry, name);
  } catch (thrown) {
    if (!isFailure(thrown) || thrown.code !== 'INVALID_INPUT') throw thrown;
    const names = entry.operations.map((operation) => operation.name);
    const message = `This service has no operation '${name.slice(0, 80)}'. ${suggestNames(name, names)}`;
    throw new Failure('NOT_FOUND', { message });
  }
}
