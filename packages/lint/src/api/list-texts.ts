/** Finds strings in a JSON value: an example of a description, or a response of a running API. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** One string in a value. */
export interface TextLocation {
  text: string;
  /** Property names and array indexes that lead to it. */
  path: readonly string[];
  /** The object that contains it, or the nearest enclosing one. */
  owner: JsonObject | undefined;
}

/** Maximum number of parts checked per value. */
const maxTexts = 5_000;

interface Part {
  value: JsonValue | undefined;
  name: string;
  owner: JsonObject | undefined;
  within?: Part;
}

/** The matching strings of a value, outermost first. */
export function listTexts(
  json: JsonValue | undefined,
  isWanted: (text: string) => boolean = () => true,
): TextLocation[] {
  const found: TextLocation[] = [];
  const queue: Part[] = [{ value: json, name: '', owner: undefined }];
  for (let at = 0; at < queue.length && at < maxTexts; at += 1) {
    const part = queue[at] as Part;
    const { value, owner } = part;
    if (typeof value === 'string' && isWanted(value)) found.push({ text: value, path: pathTo(part), owner });
    if (typeof value !== 'object' || value === null) continue;
    const inner = isJsonObject(value) ? value : owner;
    for (const name in value) {
      if (queue.length >= maxTexts) break;
      queue.push({ value: (value as JsonObject)[name], name, owner: inner, within: part });
    }
  }
  return found;
}

function pathTo({ name, within }: Part): string[] {
  return within === undefined ? [] : [...pathTo(within), name];
}
