/** Constants of N-ACT (Internet-Draft of October 2025) and what this folder adds to them. */
import type { JsonObject, JsonValue, Operation, ToolSignature } from '@dragoman/model';
import { checkSignature } from '@dragoman/model';

/** Name of this face in records of calls. */
export const face = 'nact';

/** Tools on a page when nobody asks for more, and at most (§6.4; nact.md PAGE-04). */
export const usualPage = 20;
export const mostPage = 100;

/** Bounds on reading somebody's list. */
export const listLimits = Object.freeze({ pages: 1000, tools: 10_000 });

/** Member of an operation's `extra` that holds the provider's own signature. */
export const signatureMember = 'nact_signature';

/** Address at which a version of a tool is run (§7). */
export function invokeAddress(root: string, toolId: string, version: number | undefined): string {
  const at = version === undefined ? '' : `/versions/${version}`;
  return `${root}/tools/${toolId}${at}:invoke`;
}

/** The root behind an address of a list: what stands before `/tools`; undefined when it has another form. */
export function rootOf(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined;
  const { origin, pathname, protocol } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') return undefined;
  const [, root] = /^(.*)\/tools\/?$/.exec(pathname) ?? [];
  return root === undefined ? undefined : `${origin}${root}`;
}

/** The address of the list for what somebody typed: a root, or the list itself (§5.2; nact.md GEN-03). */
export function listAddress(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  if (url.search !== '' || url.hash !== '' || /\/tools\/?$/.test(url.pathname)) return address;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/tools`;
}

/** The provider's own signature of an operation that came as a tool; undefined for all others. */
export function ownSignature(operation: Operation): ToolSignature | undefined {
  if (operation.binding.kind !== 'nact' || !Object.hasOwn(operation.extra, signatureMember)) return undefined;
  const kept: JsonValue | undefined = operation.extra[signatureMember];
  return checkSignature(kept, { mode: 'read' }).value;
}

/** A signature as plain JSON; it has no other members than JSON has. */
export function signatureJson(signature: ToolSignature): JsonObject {
  return signature as unknown as JsonObject;
}
