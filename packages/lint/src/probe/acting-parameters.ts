/**
 * Query parameters through which a GET does something: `?cmd=restart`, `?mark_as_read=true`. They are never given a value
 * by a check, and an operation that requires one is called only with consent.
 */
import { mayAct } from '@dragoman/core/descriptions';
import type { ApiOperation, Parameter } from '../api/api.js';
import { enumOf, isType } from '../api/schema-facts.js';

/** Names of parameters that say what to do. */
export const commandNames = /^(?:_?method|act(?:ion)?|op(?:eration)?|cmd|command|do|verb)$/i;

/** Why an operation cannot be called without doing something; undefined when no required parameter acts. */
export function actsThroughParameter({ parameters }: ApiOperation): string | undefined {
  return parameters
    .filter(({ required }) => required)
    .map(whyActingParameter)
    .find((reason) => reason !== undefined);
}

/** Why a value of the parameter may do something. */
export function whyActingParameter({ name, in: place, schema }: Parameter): string | undefined {
  if (place !== 'query' || schema === undefined) return undefined;
  const values = enumOf(schema.schema)?.map(String);
  const reason = `the parameter '${name}' may change something`;
  if (commandNames.test(name)) {
    // A command without a list of values may be any.
    const value = values?.find((each) => mayAct({ method: 'get', path: `/${each}` }) !== undefined);
    return values !== undefined && value === undefined
      ? undefined
      : `${reason}${value === undefined ? '' : `: '${value}'`}`;
  }
  const position = values?.find((each) => /^(?:on|off)$/i.test(each));
  if (position !== undefined) return `${reason}: '${position}'`;
  return (isType(schema.schema, 'boolean') || isFlag(values)) && isAction(name) ? reason : undefined;
}

/** `auto_ack`, `delete_after_read`; a dry run does nothing. */
function isAction(name: string): boolean {
  if (/^(?:is_?)?dry/i.test(name)) return false;
  return /(?:^|[_-])ack$|[a-z]Ack$/.test(name) || mayAct({ method: 'get', path: `/${name}` }) !== undefined;
}

function isFlag(values: readonly string[] | undefined): boolean {
  return (
    values !== undefined && values.length > 0 && values.every((value) => /^(?:true|false|yes|no|0|1)$/i.test(value))
  );
}
