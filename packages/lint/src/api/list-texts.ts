/** Where texts stand in a JSON value: in an example of a description, or in an answer of a running API. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** One text of a value. */
export interface TextPlace {
  text: string;
  /** Names and positions that lead to it. */
  path: readonly string[];
  /** The object that it is a member of, or the nearest around it. */
  owner: JsonObject | undefined;
}

/** Most parts of one value that are looked at. */
const most = 5_000;

/** The texts of a value, the outer ones first. */
export function listTexts(json: JsonValue | undefined): TextPlace[] {
  const found: TextPlace[] = [];
  const queue: { value: JsonValue | undefined; path: readonly string[]; owner: JsonObject | undefined }[] = [
    { value: json, path: [], owner: undefined },
  ];
  for (let at = 0; at < queue.length && at < most; at += 1) {
    const { value, path, owner } = queue[at] as (typeof queue)[number];
    if (typeof value === 'string') found.push({ text: value, path, owner });
    if (typeof value !== 'object' || value === null) continue;
    const inner = isJsonObject(value) ? value : owner;
    for (const [name, each] of Object.entries(value).slice(0, most))
      queue.push({ value: each, path: [...path, name], owner: inner });
  }
  return found;
}
