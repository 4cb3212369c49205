/** The arguments of a read, from its query or its body. */
import type { JsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import type { Control } from './write-controls.js';

/** An argument with its schema. */
export interface ReadArgument extends Control {
  schema: JsonObject;
}

/** Lists the arguments of an operation, query arguments first. */
export function listArguments(api: Api, { parameters, input }: ApiOperation): ReadArgument[] {
  const inQuery = parameters
    .filter((each) => each.in === 'query')
    .map(({ name, schema }) => ({ in: 'query', name, schema: schema?.schema ?? {} }));
  const members = input === undefined ? [] : [...api.properties(input)];
  return [...inQuery, ...members.map(([name, { schema }]) => ({ in: 'body', name, schema }))];
}
