/** Compares what a probed API returned. */
import { canonicalJson } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';

/** True for equal JSON values, whatever the order of their members; `undefined` (no JSON body) equals only itself. */
export function sameJson(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return a === undefined || b === undefined ? a === b : canonicalJson(a) === canonicalJson(b);
}
