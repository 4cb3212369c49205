/**
 * Changes inside inputs whose rules a signature states only in words: JSON text, decimal numbers, patterns. Without them
 * a change of such a schema would look like a change of text (§5.4).
 */
import type { Containment, SchemaComparison } from '@dragoman/documents';
import { createSchemaComparison, readablePath, resolveSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema, JsonValue, SignatureChange } from '@dragoman/model';
import { schemaProperties } from '@dragoman/model';
import type { PlannedInput } from './projection/planned-input.js';
import { projectInputs } from './projection/project-inputs.js';

const maxPlace = 200;

/** The changes of inputs that both versions have; `changes` are those that their signatures show. */
export function compareInner(
  before: JsonSchema,
  after: JsonSchema,
  changes: readonly SignatureChange[],
): SignatureChange[] {
  const shown = new Set(changes.filter(({ effect }) => effect !== 'description').map(({ parameter }) => parameter));
  const comparison: Comparison = {
    roots: { narrow: before, wide: after },
    old: createSchemaComparison({ sender: before, acceptor: after }),
    fresh: createSchemaComparison({ sender: after, acceptor: before }),
  };
  const older = new Map(projectInputs(before).inputs.map((planned) => [planned.input.id, planned]));
  return projectInputs(after).inputs.flatMap((is) => {
    const was = older.get(is.input.id);
    if (was === undefined || shown.has(is.input.id)) return [];
    return compareInput(was, is, comparison);
  });
}

interface Roots {
  narrow: JsonSchema;
  wide: JsonSchema;
}

interface Comparison {
  roots: Roots;
  /** Whether the newer schema accepts what the older one accepted, by parts. */
  old: SchemaComparison;
  /** The reverse. */
  fresh: SchemaComparison;
}

function compareInput(was: PlannedInput, is: PlannedInput, comparison: Comparison): SignatureChange[] {
  const about = { subject: 'input', parameter: is.input.id } as const;
  const { name } = is.input;
  if (was.form !== is.form) {
    const message = `The text of the input '${name}' has another form: it was ${forms[was.form]} and is ${forms[is.form]}.`;
    return [{ ...about, kind: 'type_changed', effect: 'breaking', message }];
  }
  const [narrow, wide] = [was.schema, is.schema];
  if (!(was.ruled || is.ruled) || narrow === undefined || wide === undefined) return [];
  const decision = comparison.old.compare(narrow, wide);
  if (decision.verdict !== 'contained') {
    const where = placeOf(wide, narrow, comparison);
    const message =
      decision.verdict === 'broken'
        ? `The input '${name}' no longer accepts everything that it accepted before${where}${exampleOf(decision)}.`
        : `It cannot be decided whether the input '${name}' still accepts everything that it accepted before${where}.`;
    return [{ ...about, kind: 'limit_tightened', effect: 'breaking', message }];
  }
  if (comparison.fresh.compare(wide, narrow).verdict === 'contained') return [];
  const message = `The input '${name}' accepts more than before.`;
  return [{ ...about, kind: 'limit_loosened', effect: 'widened', message }];
}

/** The change of an output that may have values which the older one excluded; a signature shows only names and plain types. */
export function compareOutputs(before: JsonSchema, after: JsonSchema): SignatureChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const old = createSchemaComparison({ sender: after, acceptor: before, use: 'response' });
  const decision = old.compare(after, before);
  if (decision.verdict === 'contained') return [];
  const where = placeOf(before, after, { roots: { narrow: after, wide: before }, old });
  const message =
    decision.verdict === 'broken'
      ? `The output may have values that it could not have before${where}${exampleOf(decision)}.`
      : `It cannot be decided whether the output may have values that it could not have before${where}.`;
  return [{ subject: 'output', kind: 'limit_loosened', effect: 'breaking', message }];
}

function placeOf(wide: JsonValue, narrow: JsonValue, comparison: Pick<Comparison, 'roots' | 'old'>): string {
  const place = readablePath(narrowedPlace(wide, narrow, comparison)).slice(0, maxPlace);
  return place === '' ? '' : ` at ${place}`;
}

function exampleOf({ counterexample }: Containment): string {
  const example = counterexample === undefined ? '' : JSON.stringify(counterexample.value);
  return example === '' || example.length > maxPlace ? '' : `, such as ${example}`;
}

const forms: Readonly<Record<PlannedInput['form'], string>> = {
  plain: 'plain text',
  number: 'a decimal number',
  json: 'JSON text',
  others: 'JSON text of other inputs',
};

/** The innermost place where one schema accepts less than the other, as far as members and items lead to it. */
function narrowedPlace(
  wide: JsonValue,
  narrow: JsonValue,
  comparison: Pick<Comparison, 'roots' | 'old'>,
  depth = 0,
): string[] {
  const { roots, old } = comparison;
  const takesOld = (part: JsonValue, before: JsonValue) => old.compare(before, part).verdict === 'contained';
  const [more, less] = [resolveSchema(roots.wide, wide), resolveSchema(roots.narrow, narrow)];
  if (more === undefined || less === undefined || depth > maxDepth) return [];
  for (const [member, part] of Object.entries(schemaProperties(more))) {
    const before = schemaProperties(less)[member];
    if (before !== undefined && !takesOld(part, before)) {
      return [member, ...narrowedPlace(part, before, comparison, depth + 1)];
    }
  }
  const isRequired = (schema: JsonObject, member: JsonValue) =>
    Array.isArray(schema.required) && schema.required.includes(member);
  const needed = Object.keys(schemaProperties(more)).find(
    (member) => isRequired(more, member) && !isRequired(less, member),
  );
  if (needed !== undefined) return [needed];
  if (more.items === undefined || less.items === undefined || takesOld(more.items, less.items)) return [];
  return ['items', ...narrowedPlace(more.items, less.items, comparison, depth + 1)];
}

const maxDepth = 8;
