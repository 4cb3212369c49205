/** Arguments that the document rules out: a string for a number, a value outside the enum. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Parameter } from '../api/api.js';
import { enumOf, isNumeric, isType } from '../api/schema-facts.js';
import { whyActingParameter } from './acting-parameters.js';
import type { Call } from './call.js';
import { withMembers, withQuery } from './call.js';

/** One invalid argument. */
export interface WrongValue {
  name: string;
  in: 'query' | 'body';
  value: JsonValue;
  /** The enum, if any. */
  allowed?: readonly unknown[];
}

/** A value that no enum contains. */
export const noSuchValue = 'probe-no-such-value';

/** Invalid values for the arguments of a call, one for each argument that can clearly be invalid. */
export function listWrongValues(api: Api, { operation, body }: Call): WrongValue[] {
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.schema !== undefined && !acts(operation, parameter))
    .flatMap(({ name, schema }) => describe(name, 'query', schema?.schema ?? {}));
  if (operation.input === undefined || !isJsonObject(body)) return inQuery;
  const members = [...api.properties(operation.input)];
  return [...inQuery, ...members.flatMap(([name, { schema }]) => describe(name, 'body', schema))];
}

/** Many servers read any text as true, so a parameter through which a read acts gets no value, not even a wrong one. */
function acts({ method }: ApiOperation, parameter: Parameter): boolean {
  return method === 'get' && whyActingParameter(parameter) !== undefined;
}

function describe(name: string, place: WrongValue['in'], schema: JsonObject): WrongValue[] {
  const allowed = enumOf(schema);
  const value = allowed === undefined ? wrongOf(schema, place) : noSuchValue;
  if (value === undefined) return [];
  return [{ name, in: place, value, ...(allowed === undefined ? {} : { allowed }) }];
}

/** Every query value is text, so only types with a specific format can be violated. */
function wrongOf(schema: JsonObject, place: WrongValue['in']): JsonValue | undefined {
  if (isNumeric(schema)) return 'probe';
  if (isType(schema, 'boolean')) return 'probe';
  if (place === 'query') return undefined;
  if (isType(schema, 'string')) return 12_345;
  return isType(schema, 'array') || isType(schema, 'object') ? 'probe' : undefined;
}

/** The call with invalid values. */
export function withWrong(call: Call, wrong: readonly WrongValue[]): Call {
  const pick = (place: WrongValue['in']): JsonObject =>
    Object.fromEntries(wrong.filter((each) => each.in === place).map(({ name, value }) => [name, value]));
  const changed = withQuery(call, pick('query'));
  return wrong.some((each) => each.in === 'body') ? withMembers(changed, pick('body')) : changed;
}
