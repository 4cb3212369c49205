/** The fingerprint of a tool definition: identical for identical definitions, whatever the order of members. */

import type { JsonObject, JsonValue, Operation } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { sha256Hex } from '#digest';
import { memberOf } from './wire.js';

/** Member of an operation's `extra` that holds the fingerprint of the imported tool. */
export const fingerprintMember = 'mcp_fingerprint';

/** Members that models and clients rely on; other members may change freely. */
const pinned = ['name', 'title', 'description', 'inputSchema', 'outputSchema', 'annotations'] as const;

/** SHA-256 over the pinned members. */
export function fingerprintOf(tool: JsonObject): string {
  const kept = pinned.flatMap((name) => {
    const value = memberOf(tool, name);
    return value === undefined ? [] : [[name, ordered(value)]];
  });
  return `sha256:${sha256Hex(JSON.stringify(kept))}`;
}

/** The fingerprint that an operation was pinned with; undefined when it was not imported from an MCP tool. */
export function pinnedFingerprint({ extra }: Pick<Operation, 'extra'>): string | undefined {
  const value = memberOf(extra, fingerprintMember);
  return typeof value === 'string' ? value : undefined;
}

function ordered(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(ordered);
  if (!isJsonObject(value)) return value;
  return Object.keys(value)
    .sort()
    .map((name) => [name, ordered(value[name] ?? null)]);
}
