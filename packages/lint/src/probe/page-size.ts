/** Where a list accepts the page size, in its query or body, and how the description limits it. */
import type { JsonValue } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { findInput, findParameter } from '../api/operation-facts.js';
import type { Call } from './call.js';
import { withMembers, withQuery } from './call.js';

/** The page size control. */
export interface PageSize {
  /** The call with another size; strings are sent unchanged. */
  set(call: Call, size: number | string): Call;
  /** Maximum from the description. */
  maximum: number;
  /** Default from the description. */
  usual: number;
}

/** Finds the control; undefined when the operation has none. */
export function findPageSize(api: Api, operation: ApiOperation): PageSize | undefined {
  const { names, thresholds } = api.settings;
  const parameter = findParameter(operation, names.pageSize, ['query']);
  const property = parameter === undefined ? findInput(api, operation, names.pageSize) : undefined;
  const name = parameter?.name ?? property?.name;
  if (name === undefined) return undefined;
  const schema = parameter?.schema?.schema ?? property?.schema ?? {};
  const bound = (value: JsonValue | undefined) => (typeof value === 'number' ? value : thresholds.pageSize);
  return {
    set: (call, size) =>
      parameter === undefined ? withMembers(call, { [name]: size }) : withQuery(call, { [name]: size }),
    maximum: bound(schema.maximum),
    usual: bound(schema.default),
  };
}
