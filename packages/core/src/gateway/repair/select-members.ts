/**
 * Picks the members of an answer that a caller requested; the selection is in two inputs that the upstream never gets.
 */
import type { JsonObject, JsonValue, OperationRepairs } from '@dragoman/model';
import { countProblems, Failure, isJsonObject } from '@dragoman/model';
import { fieldsInput, formatInput } from './field-selection.js';

/** Maximum number of names in one selection, and of known names that a failure lists. */
const maxNames = 50;
const maxListed = 20;

/** Picks the members of one object; undefined when everything is returned. */
export type Pick = ((value: JsonValue) => JsonValue) | undefined;

/** Reads the selection of a call; throws `INVALID_INPUT` for unknown members. */
export function readSelection(
  { members, concise }: NonNullable<OperationRepairs['selection']>,
  input: JsonObject,
): Pick {
  const { [fieldsInput]: fields, [formatInput]: format } = input;
  if (typeof fields === 'string' && fields.trim() !== '') {
    const names = readNames(fields, members);
    return (value) => keep(value, (name) => names.has(name));
  }
  if (format === 'detailed') return undefined;
  if (concise === undefined) return (value) => keep(value, (_, member) => isSingle(member));
  const kept = new Set(concise);
  return (value) => keep(value, (name) => kept.has(name));
}

function readNames(text: string, known: readonly string[]): ReadonlySet<string> {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const strange = [...names].filter((name) => !known.includes(name));
  if (names.size > maxNames) throw badFields([`names more than ${maxNames} members`]);
  if (strange.length === 0) return names;
  const there = known.slice(0, maxListed).join(', ');
  throw badFields(strange.map((name) => `no member '${name.slice(0, 80)}'; available: ${there}`));
}

function badFields(details: readonly string[]): Failure {
  return new Failure('INVALID_INPUT', {
    message: `The input has ${countProblems(details.length)}.`,
    fieldErrors: details.map((detail) => ({
      field: fieldsInput,
      pointer: `/${fieldsInput}`,
      code: 'input/unknown-member',
      detail,
    })),
  });
}

function keep(value: JsonValue, wanted: (name: string, member: JsonValue) => boolean): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => wanted(name, member)));
}

function isSingle(member: JsonValue): boolean {
  return typeof member !== 'object' || member === null;
}
