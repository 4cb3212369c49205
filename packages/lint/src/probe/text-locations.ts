/** Whether a text in a response is marked as data: by the description, by its field name, or by its source. */
import type { ApiOperation } from '../api/api.js';
import type { TextLocation } from '../api/list-texts.js';
import { namesUserText, originName } from '../api/user-texts.js';
import { plainName } from '../api/words.js';
import { controlNames } from '../rules/security/untrusted-text-unmarked.js';

/** True when the text is marked as data for the reader. */
export function isMarked(operation: ApiOperation, { path, owner }: TextLocation): boolean {
  if (operation.agent.untrusted.some((pointer) => covers(pointer, path))) return true;
  if (path.some(namesUserText)) return true;
  return Object.keys(owner ?? {}).some((name) => originName.test(name));
}

/** A pointer covers everything below it; `*` matches any one name or index, and an index stands for every item of its list. */
function covers(pointer: string, path: readonly string[]): boolean {
  const segments = pointer.split('/').slice(1);
  return segments.length <= path.length && segments.every((each, at) => matches(each, path[at] ?? ''));
}

function matches(segment: string, name: string): boolean {
  return segment === '*' || segment === name || (/^\d+$/.test(segment) && /^\d+$/.test(name));
}

/** The control field that contains a text; undefined when there is none. */
export function controlAround({ path }: TextLocation): string | undefined {
  return path.find((name) => isControl(name));
}

/** The control field next to a text. */
export function siblingControlField({ owner }: TextLocation): string | undefined {
  return Object.keys(owner ?? {}).find((name) => isControl(name));
}

const furtherControl = new Set(['state', 'actions', 'retryafter']);

function isControl(name: string): boolean {
  const plain = plainName(name);
  return controlNames.has(plain) || furtherControl.has(plain);
}
