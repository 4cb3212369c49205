/** Conditions on the arguments of a call. */
import { canonicalJson, getPointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { createGlob } from './glob.js';

/** A condition on one argument; every given member must hold, and none of them holds for a missing argument. */
export interface ArgumentCondition {
  /** Name of the argument, or a JSON pointer into the input. */
  name: string;
  equals?: JsonValue;
  in?: readonly JsonValue[];
  /** Numbers, and texts that are numbers. */
  above?: number;
  below?: number;
  /** A text in which `*` stands for any characters. */
  like?: string;
  /** False: the argument is absent. */
  exists?: boolean;
}

/** True when all conditions hold. */
export function meetsAll(conditions: readonly ArgumentCondition[], input: JsonValue): boolean {
  return conditions.every((condition) => meets(condition, input));
}

function meets({ name, equals, in: list, above, below, like, exists }: ArgumentCondition, input: JsonValue): boolean {
  const value = getPointer(input, name.startsWith('/') ? name : `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  if (exists !== undefined && (value !== undefined) !== exists) return false;
  if (value === undefined) return exists === false;
  const number =
    typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  if (above !== undefined && !(number > above)) return false;
  if (below !== undefined && !(number < below)) return false;
  if (like !== undefined && !(typeof value === 'string' && createGlob(like)(value))) return false;
  const same = (other: JsonValue) => canonicalJson(other) === canonicalJson(value);
  if (equals !== undefined && !same(equals)) return false;
  return list === undefined || list.some(same);
}
