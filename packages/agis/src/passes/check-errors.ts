/** The part of pass 8 that checks the named error conditions of an endpoint (reading R16). */

import { childPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { genericErrors } from '../fields.js';
import { toSnakeCase } from '../nearest-field.js';
import type { ContractReading } from './contract-reading.js';

/** Maximum number of names that a message repeats. */
const maxNames = 5;

/** Checks the errors of one endpoint. */
export function checkErrors(reading: ContractReading): void {
  const { node, pointer: owner, elided } = reading.endpoint;
  const { errors } = node;
  const pointer = `${owner}/errors`;
  if (!Array.isArray(errors)) {
    const missing = errors === undefined || errors === null;
    const parameters = { problem: missing ? 'missing' : 'not a list', field: 'errors' };
    const code = missing && elided ? 'agis/contract-elided' : 'agis/no-errors';
    reading.report(code, { pointer, element: 'errors', parameters });
    return;
  }
  if (errors.length === 0) reading.report('agis/empty-errors', { pointer, element: 'errors' });
  const named = errors.map((condition, index) => ({ name: nameOf(condition), at: childPointer(pointer, index) }));
  checkNames(reading, named);
  checkGeneric(reading, named, pointer);
  const bare = errors.flatMap((condition) => (isDescribed(condition) ? [] : (nameOf(condition) ?? [])));
  if (bare.length === 0) return;
  const names = bare.slice(0, maxNames).join(', ') + (bare.length > maxNames ? ', …' : '');
  reading.report('agis/undescribed-errors', { pointer, element: names, parameters: { names } });
}

interface Named {
  name: string | undefined;
  at: string;
}

function nameOf(condition: JsonValue): string | undefined {
  const name = isJsonObject(condition) ? condition.name : condition;
  return typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined;
}

function isDescribed(condition: JsonValue): boolean {
  return isJsonObject(condition) && typeof condition.description === 'string' && condition.description.trim() !== '';
}

function checkNames(reading: ContractReading, named: readonly Named[]): void {
  const seen = new Set<string>();
  for (const { name, at } of named) {
    if (name === undefined) {
      reading.report('agis/unnamed-error', { pointer: at, element: 'name' });
      continue;
    }
    if (!/^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/.test(name)) {
      reading.report('agis/error-case', { pointer: at, element: name, parameters: { name, right: toSnakeCase(name) } });
    }
    if (seen.has(name)) reading.report('agis/repeated-error', { pointer: at, element: name, parameters: { name } });
    seen.add(name);
  }
}

function checkGeneric(reading: ContractReading, named: readonly Named[], pointer: string): void {
  const given = named.filter((each): each is { name: string; at: string } => each.name !== undefined);
  const vague = given.filter(({ name }) => genericErrors.has(toSnakeCase(name)));
  if (vague.length === 0) return;
  if (vague.length === given.length) {
    const names = vague
      .slice(0, maxNames)
      .map(({ name }) => name)
      .join(', ');
    reading.report('agis/generic-errors', { pointer, element: names, parameters: { names } });
    return;
  }
  for (const { name, at } of vague)
    reading.report('agis/generic-error', { pointer: at, element: name, parameters: { name } });
}
