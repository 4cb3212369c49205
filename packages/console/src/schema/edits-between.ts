/** The edits that make one document of another, as small as possible, so that the comments of a text are kept. */
import type { YamlEdit, YamlPath } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** The edits; none when both are the same. */
export function editsBetween(from: JsonValue, to: JsonValue, path: YamlPath = []): YamlEdit[] {
  if (JSON.stringify(from) === JSON.stringify(to)) return [];
  if (isJsonObject(from) && isJsonObject(to)) {
    const gone = Object.keys(from).filter((key) => !Object.hasOwn(to, key));
    return [
      ...Object.entries(to).flatMap(([key, value]) => {
        const before = from[key];
        return before === undefined
          ? [{ set: [...path, key], to: value }]
          : editsBetween(before, value, [...path, key]);
      }),
      ...gone.map((key) => ({ remove: [...path, key] })),
    ];
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    return to.flatMap((value, at) => editsBetween(from[at] ?? null, value, [...path, at]));
  }
  return [{ set: path, to }];
}
