/** The searched texts of an entry, their weights, and the limits of their length. */
import { isJsonObject, type JsonSchema, type JsonValue, type Operation } from '@dragoman/model';
import type { SearchedEntry } from '../catalogue/index-port.js';

/**
 * Weight of one occurrence in each field; the field `minor` contains the publisher and the names of inputs and outputs.
 */
export interface FieldWeights {
  name: number;
  description: number;
  operations: number;
  tags: number;
  capabilities: number;
  minor: number;
}

/** Weights that work well for names and prose of services. */
export const defaultWeights: Readonly<FieldWeights> = Object.freeze({
  name: 3,
  description: 1,
  operations: 1,
  tags: 2,
  capabilities: 2.5,
  minor: 0.25,
});

/** Maximum number of characters per field, because third parties decide how long their texts are. */
const budgets: Readonly<Record<keyof FieldWeights, number>> = {
  name: 500,
  description: 20_000,
  operations: 200_000,
  tags: 10_000,
  capabilities: 10_000,
  minor: 20_000,
};

const maxPropertyDepth = 4;
const maxProperties = 500;

/** Passes the texts of one field to `take` until the field's budget is used up. */
function spend(field: keyof FieldWeights, texts: Iterable<string | undefined>, take: (text: string) => void): void {
  let left = budgets[field];
  for (const text of texts) {
    if (text === undefined || text === '') continue;
    take(text.length > left ? text.slice(0, left) : text);
    left -= text.length;
    if (left <= 0) return;
  }
}

/** The names of all operations come first, so that long descriptions of the first hide none of the last. */
function* operationTexts(operations: readonly Operation[]): Iterable<string | undefined> {
  for (const operation of operations) {
    yield operation.name;
    yield operation.summary;
    yield operation.capability;
    yield* operation.tags;
  }
  for (const operation of operations) {
    yield operation.description;
    yield operation.outcome;
  }
}

/** Adds the names of the properties of a schema and of its subschemas, breadth first and bounded. */
export function addPropertyNames(schema: JsonSchema, names: string[]): void {
  let level: JsonValue[] = [schema];
  let left = maxProperties;
  for (let depth = 0; depth < maxPropertyDepth && level.length > 0; depth += 1) {
    const next: JsonValue[] = [];
    for (const part of level) {
      if (!isJsonObject(part)) continue;
      if (part.items !== undefined) next.push(part.items);
      if (!isJsonObject(part.properties)) continue;
      for (const name of Object.keys(part.properties).slice(0, left)) {
        left -= 1;
        names.push(name);
        next.push(part.properties[name] ?? null);
      }
    }
    level = next;
  }
}

function* minorTexts(entry: SearchedEntry): Iterable<string | undefined> {
  yield entry.publisher;
  for (const operation of entry.operations) {
    const names: string[] = [];
    addPropertyNames(operation.input, names);
    addPropertyNames(operation.output, names);
    yield names.join(' ');
  }
}

/** Passes every searched text of the entry to `take`, with its field. */
export function forEachText(entry: SearchedEntry, take: (field: keyof FieldWeights, text: string) => void): void {
  spend('name', [entry.name], (text) => take('name', text));
  spend('description', [entry.description], (text) => take('description', text));
  spend('capabilities', entry.capabilities, (text) => take('capabilities', text));
  spend('tags', entry.tags, (text) => take('tags', text));
  spend('operations', operationTexts(entry.operations), (text) => take('operations', text));
  spend('minor', minorTexts(entry), (text) => take('minor', text));
}
