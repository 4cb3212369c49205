/**
 * Converts state transitions between the map of a document (`order.status: "NONE -> PAID"`) and the list of an
 * operation.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

const arrow = ' -> ';

/** The transitions of a semantic block, in the order of the document. */
export function readTransitions(map: JsonValue | undefined): JsonValue[] | undefined {
  if (!isJsonObject(map)) return undefined;
  return Object.entries(map).flatMap(([field, value]) => {
    if (typeof value !== 'string') return [];
    const at = value.indexOf(arrow);
    return at < 0 ? [] : [{ field, from: value.slice(0, at).trim(), to: value.slice(at + arrow.length).trim() }];
  });
}

/** The map of a semantic block; transitions in another form are skipped. */
export function writeTransitions(list: readonly JsonValue[] | undefined): JsonObject | undefined {
  const pairs = (list ?? []).flatMap((each): [string, JsonValue][] => {
    if (!isJsonObject(each)) return [];
    const { field, from, to } = each;
    if (typeof field !== 'string' || typeof from !== 'string' || typeof to !== 'string') return [];
    return [[field, `${from}${arrow}${to}`]];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
