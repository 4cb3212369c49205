/** Whether two versions of a document differ only in the wording of their texts. */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { isDatum } from '../api/list-references.js';

/** Members that are texts for people. */
const isText = (name: string) => name === 'description' || name === 'summary' || name === 'title';

/** Members whose own members are named by the author, so that one of them may be called `title`. */
const isMap = (name: string) => name === 'mapping' || name === 'scopes' || name === 'links' || name === 'const';

/**
 * True when both have the same structure and the same values, except for the words of descriptions, summaries and titles.
 * A text that appears, disappears or becomes blank is a difference in structure. The depth is that of the parsed document,
 * which is limited.
 */
export function differsInWording(one: JsonValue | undefined, other: JsonValue | undefined, inData = false): boolean {
  if (one === other) return true;
  if (Array.isArray(one)) {
    if (!Array.isArray(other) || one.length !== other.length) return false;
    for (let at = 0; at < one.length; at += 1) if (!differsInWording(one[at], other[at], inData)) return false;
    return true;
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  // The order of members decides the order of operations and schemas.
  const names = Object.keys(one);
  const others = Object.keys(other);
  if (names.length !== others.length) return false;
  for (let at = 0; at < names.length; at += 1) {
    const name = names[at] ?? '';
    if (name !== others[at]) return false;
    const [was, is] = [one[name], other[name]];
    if (was === is) continue;
    if (typeof was === 'string') {
      if (inData || !isText(name) || typeof is !== 'string' || was.trim() === '' || is.trim() === '') return false;
    } else if (!differsInWording(was, is, inData || isDatum(name) || isMap(name))) return false;
  }
  return true;
}
