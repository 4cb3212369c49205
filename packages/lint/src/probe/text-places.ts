/** Where texts stand in an answer, and whether a place is marked as data: by the description, by its name, or by its origin. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { ApiOperation } from '../api/api.js';
import { plainName } from '../api/words.js';
import { controlNames, originName } from '../rules/security/untrusted-text-unmarked.js';

/** One text of an answer. */
export interface TextPlace {
  text: string;
  /** Names and positions that lead to it. */
  path: readonly string[];
  /** The object that it is a member of, or the nearest around it. */
  owner: JsonObject | undefined;
}

/** Most values of one answer that are looked at. */
const most = 5_000;

/** The texts of an answer, in the order in which they stand. */
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

/** True where whoever reads the answer is told that the text is data. */
export function isMarked(operation: ApiOperation, { path, owner }: TextPlace): boolean {
  const agent = operation.value['x-agent'];
  const said = isJsonObject(agent) && Array.isArray(agent.untrusted) ? agent.untrusted : [];
  if (said.some((pointer) => typeof pointer === 'string' && covers(pointer, path))) return true;
  if (path.some((name) => /untrusted|usercontent/.test(plainName(name)))) return true;
  return Object.keys(owner ?? {}).some((name) => originName.test(name));
}

/** A pointer stands for everything below it; `*` for any one name or position. */
function covers(pointer: string, path: readonly string[]): boolean {
  const segments = pointer.split('/').slice(1);
  return segments.length <= path.length && segments.every((each, at) => each === '*' || each === path[at]);
}

/** The field that an agent goes by in which a text stands; undefined where there is none. */
export function controlAround({ path }: TextPlace): string | undefined {
  return path.find((name) => isControl(name));
}

/** The field that an agent goes by beside a text. */
export function controlBeside({ owner }: TextPlace): string | undefined {
  return Object.keys(owner ?? {}).find((name) => isControl(name));
}

const furtherControl = new Set(['state', 'actions', 'retryafter']);

function isControl(name: string): boolean {
  const plain = plainName(name);
  return controlNames.has(plain) || furtherControl.has(plain);
}
