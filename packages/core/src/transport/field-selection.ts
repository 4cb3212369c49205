/** Field selection: a client names the members that it needs, and the answer carries only those. */

import type { FieldError, JsonObject } from '@dragoman/model';
import { nearestName } from '@dragoman/model';
import { invalidParameters, splitValues } from './query-string.js';
import type { ParameterDescription } from './route.js';

/** Maximum number of names in one selection. */
const maxNames = 50;

/** Maximum length of a name. */
const maxNameLength = 100;

/** Name of the parameter. */
export const fieldsName = 'fields';

/** Describes the parameter; `what` names the resource of the members, `example` is a sensible selection for it. */
export function fieldsParameter(what: string, example?: string): ParameterDescription {
  return {
    name: fieldsName,
    in: 'query',
    description: `Members of ${what} to return, separated by commas; by default the usual ones.`,
    schema: { type: 'string', minLength: 1, maxLength: 2000 },
    ...(example === undefined ? {} : { example }),
  };
}

/**
 * Reads the values of the parameter: the names without repetition, undefined when it was not sent. With `known`, other
 * names are reported as errors; without it, members may have any name.
 */
export function parseFields(
  values: readonly string[] | undefined,
  report: (problem: FieldError) => void,
  known?: readonly string[],
): readonly string[] | undefined {
  if (values === undefined) return undefined;
  const names = [...new Set(splitValues(values))];
  const wrong = (code: string, detail: string) => report({ field: fieldsName, code: `request/${code}`, detail });
  if (names.length > maxNames) wrong('fields', `names more than ${maxNames} members`);
  for (const name of names.slice(0, maxNames)) {
    if (name === '' || name.length > maxNameLength) {
      wrong('fields', `must be names of 1 to ${maxNameLength} characters, separated by commas`);
    } else if (known !== undefined && !known.includes(name)) {
      const near = nearestName(name, known);
      const hint = near === undefined ? `there are ${known.join(', ')}` : `did you mean '${near}'?`;
      wrong('unknown-field', `no member '${name}'; ${hint}`);
    }
  }
  return names;
}

/** Reads the parameter from a URL; throws `INVALID_INPUT` with every error. */
export function readFields(url: URL, known?: readonly string[]): readonly string[] | undefined {
  if (!url.searchParams.has(fieldsName)) return undefined;
  const problems: FieldError[] = [];
  const fields = parseFields(url.searchParams.getAll(fieldsName), (problem) => problems.push(problem), known);
  if (problems.length > 0) throw invalidParameters(problems);
  return fields;
}

/** The selected members, in their original order; all of them without a selection. */
export function pickFields(value: JsonObject, fields: readonly string[] | undefined): JsonObject {
  if (fields === undefined) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => fields.includes(name)));
}
