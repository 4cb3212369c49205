/** Decides whether a schema compiles quickly enough for a thread that serves requests. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Maximum weight of a schema that compiles quickly. Measured on hostile schemas, a unit takes up to 0.15 ms. */
const quickWeight = 300;

/** Characters of a pattern per unit of weight. */
const charactersPerUnit = 5;

/** Number of repetitions beyond which the engine rejects a pattern. */
const maxRepetitions = 1000;

/** True when compiling the schema takes at most some tens of milliseconds. */
export function compilesQuickly(schema: JsonValue): boolean {
  return weighSchema(schema, quickWeight) <= quickWeight;
}

/** How long a schema takes to compile, in units; a weight above the limit may be too low. */
export function weighSchema(schema: JsonValue, limit: number): number {
  let weight = 0;
  const rest: JsonValue[] = [schema];
  while (rest.length > 0) {
    const value = rest.pop() as JsonValue;
    weight += 1;
    if (Array.isArray(value)) {
      // Elements such as the values of an `enum` cost next to nothing.
      const inner = value.filter((element) => typeof element === 'object' && element !== null);
      weight += (value.length - inner.length) / 100;
      for (const element of inner) rest.push(element);
    } else if (isJsonObject(value)) {
      weight += patternWeight(value);
      for (const member of Object.values(value)) rest.push(member);
    }
    if (weight + rest.length > limit) return weight + rest.length;
  }
  return weight;
}

function patternWeight({ pattern, patternProperties }: Record<string, JsonValue>): number {
  const named = isJsonObject(patternProperties) ? Object.keys(patternProperties) : [];
  const sources = typeof pattern === 'string' ? [pattern, ...named] : named;
  return sources.reduce((sum, source) => sum + (source.length * repetitionsOf(source)) / charactersPerUnit, 0);
}

/** An upper bound of how often a part of the pattern is written out: nested repetitions multiply. */
function repetitionsOf(source: string): number {
  let product = 1;
  for (const [, least = '', most] of source.matchAll(/\{(\d{1,9})(?:,(\d{0,9}))?\}/g)) {
    product = Math.min(maxRepetitions, product * Math.max(1, Number(least), Number(most || 0)));
  }
  return product;
}
