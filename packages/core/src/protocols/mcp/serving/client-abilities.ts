/**
 * What a client can be asked. In the revisions with sessions it declares this only once, so the session id, which is
 * signed and readable in every process, carries it as letters.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Letter, capability and its member; a capability without a member is the plain one. */
const abilities = [
  ['e', 'elicitation', 'form'],
  ['u', 'elicitation', 'url'],
  ['s', 'sampling', ''],
  ['t', 'sampling', 'tools'],
  ['c', 'sampling', 'context'],
  ['r', 'roots', ''],
] as const;

/** The declared capabilities as letters; empty for a client that cannot be asked anything. */
export function writeAbilities(capabilities: JsonValue | undefined): string {
  if (!isJsonObject(capabilities)) return '';
  const has = ([, name, part]: (typeof abilities)[number]): boolean => {
    const declared = Object.hasOwn(capabilities, name) ? capabilities[name] : undefined;
    if (!isJsonObject(declared)) return false;
    if (part === '') return true;
    // Before modes were named, an empty object meant forms (2025-11-25, elicitation, capabilities).
    return isJsonObject(declared[part]) || (part === 'form' && !isJsonObject(declared.url));
  };
  return abilities
    .filter(has)
    .map(([letter]) => letter)
    .join('');
}

/** The capabilities that the letters stand for. */
export function readAbilities(letters: string): JsonObject {
  const capabilities: Record<string, JsonObject> = {};
  for (const [letter, name, part] of abilities) {
    if (!letters.includes(letter)) continue;
    const declared = capabilities[name] ?? {};
    if (part !== '') declared[part] = {};
    capabilities[name] = declared;
  }
  return capabilities;
}
