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

interface Part {
  value: JsonValue | undefined;
  name: string;
  owner: JsonObject | undefined;
  within?: Part;
}

/** The texts of a value that are wanted, the outer ones first. */
export function listTexts(json: JsonValue | undefined, isWanted: (text: string) => boolean = () => true): TextPlace[] {
  const found: TextPlace[] = [];
  const queue: Part[] = [{ value: json, name: '', owner: undefined }];
  for (let at = 0; at < queue.length && at < most; at += 1) {
    const part = queue[at] as Part;
    const { value, owner } = part;
    if (typeof value === 'string' && isWanted(value)) found.push({ text: value, path: pathTo(part), owner });
    if (typeof value !== 'object' || value === null) continue;
    const inner = isJsonObject(value) ? value : owner;
    for (const name in value) {
      if (queue.length >= most) break;
      queue.push({ value: (value as JsonObject)[name], name, owner: inner, within: part });
    }
  }
  return found;
}

function pathTo({ name, within }: Part): string[] {
  return within === undefined ? [] : [...pathTo(within), name];
}
