/** Where a write accepts its idempotency key and its dry-run flag, and the same call with them. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { findInput, findParameter, isNamed } from '../api/operation-facts.js';
import type { Call } from './call.js';
import { withHeaders, withMembers, withQuery } from './call.js';

/** Where an argument is sent. */
export interface Control {
  in: string;
  name: string;
}

/** The call with an idempotency key; undefined when the operation accepts none. */
export function withKey(api: Api, call: Call, key: string): Call | undefined {
  const control = findControl(api, call.operation, 'idempotency', api.settings.names.idempotencyKey);
  return control === undefined ? undefined : withControl(call, control, key);
}

/** The call with a new key, where the operation accepts one, so that it counts as a new call. */
export function anew(api: Api, call: Call, id: string): Call {
  return withKey(api, call, `probe-${id}`) ?? call;
}

/** The call as a dry run; undefined when the operation has none. A `Prefer` header alone is too ambiguous. */
export function withDryRun(api: Api, call: Call): Call | undefined {
  const names = api.settings.names.dryRun.filter((name) => name !== 'prefer');
  const control = findControl(api, call.operation, 'dry_run', names);
  if (control === undefined) return undefined;
  return withControl(call, control, control.in === 'body' ? true : 'true');
}

function findControl(api: Api, operation: ApiOperation, member: string, names: readonly string[]): Control | undefined {
  const parameter = findParameter(operation, names);
  if (parameter !== undefined) return { in: parameter.in, name: parameter.name };
  const property = findInput(api, operation, names);
  if (property?.name !== undefined) return { in: 'body', name: property.name };
  const agent = operation.value['x-agent'];
  const said = isJsonObject(agent) ? agent[member] : undefined;
  if (!isJsonObject(said) || typeof said.name !== 'string') return undefined;
  return isNamed(said.name, ['prefer']) ? undefined : { in: String(said.in ?? 'header'), name: said.name };
}

/** The call with a control value set. */
export function withControl(call: Call, { in: place, name }: Control, value: JsonValue): Call {
  if (place === 'header') return withHeaders(call, { [name]: String(value) });
  return place === 'query' ? withQuery(call, { [name]: value }) : withMembers(call, { [name]: value });
}
