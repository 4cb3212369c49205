/** Where a list takes the size of a page, in its query or in its body, and what the description says of it. */
import type { JsonValue } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { findInput, findParameter } from '../api/operation-facts.js';
import type { Call } from './call.js';
import { withMembers, withQuery } from './call.js';

/** The control of a page's size. */
export interface PageSize {
  /** The call with another size; texts stand as they are. */
  set(call: Call, size: number | string): Call;
  /** Most items that the description allows. */
  maximum: number;
  /** Items without a size. */
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
