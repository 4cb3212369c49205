/** Converts one scalar of an input schema to one tool input, if the signature can represent all its rules. */

import { findOtherRule, soleType } from '@dragoman/documents';
import type { JsonObject, ToolInput } from '@dragoman/model';
import type { Projected } from './fault.js';
import { faults } from './fault.js';
import type { PlannedInput } from './planned-input.js';
import { projectValues } from './project-values.js';
import { describePart } from './schema-parts.js';

/** The location of a scalar. */
export interface LeafPlace {
  path: readonly string[];
  pointer: string;
  isRequired: boolean;
}

/** Creates one input; a rule that a signature cannot represent is a fault. */
export function projectLeaf(schema: JsonObject, place: LeafPlace): Projected<PlannedInput> {
  const { path, pointer, isRequired } = place;
  const member = path.at(-1) ?? '';
  const name = path.join('.');
  const start = { id: name, name, description: describePart(schema, member) };
  const end = { required: isRequired };
  const values = projectValues(schema);
  if (values === 'rule') return { fault: { pointer, ...faults.rule(name, 'enum') } };
  if (values !== undefined) {
    const input: ToolInput = { ...start, type: 'enum', ...end, 'allowed-values': values.allowed };
    return { value: { input, path, values: values.values } };
  }
  const scalar = projectScalar(schema, name);
  if ('reason' in scalar) return { fault: { pointer, ...scalar } };
  return { value: { input: { ...start, ...scalar, ...end }, path } };
}

type Scalar = Pick<ToolInput, 'type' | 'min' | 'max' | 'maxLength'>;

function projectScalar(schema: JsonObject, name: string): Scalar | { reason: string; cure: string } {
  const type = soleType(schema);
  const rule = (known: readonly string[]) => {
    const keyword = findOtherRule(schema, ['type', ...known]);
    return keyword === undefined ? undefined : faults.rule(name, keyword);
  };
  switch (type) {
    case 'boolean':
      return rule([]) ?? { type: 'boolean' };
    case 'string':
      return rule(schema.minLength === 0 ? ['maxLength', 'minLength'] : ['maxLength']) ?? textOf(schema);
    case 'integer':
      return rule(integerKeywords(schema)) ?? integerOf(schema, name);
    case 'number':
      return faults.number(name);
    case 'array':
      return faults.array(name);
    default:
      return faults.free(name);
  }
}

function textOf({ maxLength }: JsonObject): Scalar {
  return { type: 'string', ...(typeof maxLength === 'number' ? { maxLength } : {}) };
}

function integerKeywords({ multipleOf }: JsonObject): string[] {
  const limits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'];
  return multipleOf === 1 ? [...limits, 'multipleOf'] : limits;
}

/** An absent maximum means 65535 (§6.1), so the maximum is always written. */
function integerOf(schema: JsonObject, name: string): Scalar | { reason: string; cure: string } {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const lower = [
    ...(typeof minimum === 'number' ? [Math.ceil(minimum)] : []),
    ...(typeof exclusiveMinimum === 'number' ? [Math.floor(exclusiveMinimum) + 1] : []),
  ];
  const upper = [
    ...(typeof maximum === 'number' ? [Math.floor(maximum)] : []),
    ...(typeof exclusiveMaximum === 'number' ? [Math.ceil(exclusiveMaximum) - 1] : []),
  ];
  const min = lower.length === 0 ? undefined : Math.max(...lower, Number.MIN_SAFE_INTEGER);
  const max = Math.min(...upper, Number.MAX_SAFE_INTEGER);
  if (min !== undefined && min > max) return faults.rule(name, 'minimum');
  return { type: 'int', ...(min === undefined ? {} : { min }), max };
}
