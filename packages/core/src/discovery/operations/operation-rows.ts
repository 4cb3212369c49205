/**
 * One operation as it is indexed: its own words first, then those of its entry, so that "quote at Northquay" finds the
 * quote of Northquay and no other.
 */
import { type Entry, type Operation, schemaProperties } from '@dragoman/model';
import type { SearchedEntry } from '../../catalogue/index-port.js';
import { addPropertyNames, type FieldWeights } from '../fields.js';
import { nameWords, toolText } from '../tool-text.js';

/** Weights for operations: its name, its description, and a little for its entry. */
export const operationWeights: Readonly<FieldWeights> = Object.freeze({
  name: 3,
  description: 1,
  operations: 1,
  tags: 1,
  capabilities: 1.5,
  minor: 0.25,
});

/** Maximum number of characters, because third parties decide how long their texts are. */
const budgets = { name: 500, description: 4_000, entry: 600, list: 2_000, names: 4_000 };
/** Maximum number of embedded characters; the models read only the beginning. */
const embeddedCharacters = 1_000;
/** Maximum number of embedded input names, and of the characters of each. */
const embeddedInputs = 8;
const inputNameCharacters = 40;

/** The entry as if it had only this operation. */
export function rowEntry(entry: Entry, operation: Operation): Entry {
  return { ...entry, operations: [operation] };
}

/** True when the entry's name and description describe its only operation. */
function speaksForItself({ operations }: Pick<Entry, 'operations'>): boolean {
  return operations.length === 1;
}

/** Passes the texts of a row to `take`; `alone` means that the entry has only this operation. */
export function createOperationTexts(isAlone: () => boolean) {
  return (row: SearchedEntry, take: (field: keyof FieldWeights, text: string) => void): void => {
    const [operation] = row.operations;
    if (operation === undefined) return;
    const alone = isAlone();
    const give = (field: keyof FieldWeights, texts: readonly (string | undefined)[], budget: number) => {
      const text = texts.filter(Boolean).join(' \n ').slice(0, budget);
      if (text !== '') take(field, text);
    };
    give('name', alone ? [row.name, operation.name] : [operation.name, operation.verb], budgets.name);
    give('description', [operation.summary, operation.description, operation.outcome], budgets.description);
    give(alone ? 'description' : 'minor', [row.description], budgets.entry);
    give('operations', alone ? [] : [row.name], budgets.name);
    give('tags', operation.tags, budgets.list);
    give('capabilities', [operation.capability], budgets.list);
    give(alone ? 'capabilities' : 'minor', row.capabilities, budgets.list);
    give(alone ? 'tags' : 'minor', row.tags, budgets.list);
    const names: string[] = [row.publisher ?? ''];
    addPropertyNames(operation.input, names);
    addPropertyNames(operation.output, names);
    give('minor', names, budgets.names);
  };
}

/** The text that represents the operation's meaning. */
export function operationText(entry: Pick<Entry, 'name' | 'description' | 'operations'>, operation: Operation): string {
  const own = [operation.summary, operation.description].filter(Boolean).join('. ');
  const text = speaksForItself(entry)
    ? toolText(entry.name, `${entry.description} ${own}`)
    : toolText(operation.name, own === '' ? `${entry.name}: ${entry.description}` : own);
  return withInputs(text.slice(0, embeddedCharacters), operation);
}

/** Adds the first input names that the text does not contain: people mention them, and terse descriptions do not. */
function withInputs(text: string, { input }: Operation): string {
  const known = text.toLowerCase();
  const names = Object.keys(schemaProperties(input))
    .filter(({ length }) => length > 1 && length <= inputNameCharacters)
    .map((name) => nameWords(name).toLowerCase())
    .filter((name) => !known.includes(name));
  const inputs = [...new Set(names)].slice(0, embeddedInputs).join(', ');
  return inputs === '' ? text : `${text.replace(/[ .]+$/, '')}. Inputs: ${inputs}`;
}
