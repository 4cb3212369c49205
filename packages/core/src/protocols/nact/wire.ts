/** Constants of N-ACT (Internet-Draft of October 2025) and the additions of this project. */
import type { JsonObject, JsonValue, Operation, ToolSignature } from '@dragoman/model';
import { checkSignature } from '@dragoman/model';

/** Name of this face in call records. */
export const face = 'nact';

/** Default and maximum page size (§6.4; nact.md PAGE-04). */
export const defaultPageSize = 20;
export const maxPageSize = 100;

/** Limits for reading tool lists. */
export const listLimits = Object.freeze({ pages: 1000, tools: 10_000 });

/** Member of an operation's `extra` that holds the provider's own signature. */
export const signatureMember = 'nact_signature';

/** URL at which a version of a tool is run (§7). */
export function invokeAddress(root: string, toolId: string, version: number | undefined): string {
  const at = version === undefined ? '' : `/versions/${version}`;
  return `${root}/tools/${toolId}${at}:invoke`;
}

/** The root of a list URL: the part before `/tools`; undefined for other URLs. */
export function rootOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const [, root] = /^(.*)\/tools\/?$/.exec(pathname) ?? [];
  return root === undefined ? undefined : `${origin}${root}`;
}

/** The list URL for a given URL: a root, or the list itself (§5.2; nact.md GEN-03). */
export function listAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.search !== '' || url.hash !== '' || /\/tools\/?$/.test(url.pathname)) return address;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/tools`;
}

/** The provider's own signature of an operation that was imported from a tool; undefined for all others. */
export function ownSignature(operation: Operation): ToolSignature | undefined {
  if (operation.binding.kind !== 'nact' || !Object.hasOwn(operation.extra, signatureMember)) return undefined;
  const kept: JsonValue | undefined = operation.extra[signatureMember];
  return checkSignature(kept, { mode: 'read' }).value;
}

/** A signature as plain JSON. */
export function signatureJson(signature: ToolSignature): JsonObject {
  return signature as unknown as JsonObject;
}
