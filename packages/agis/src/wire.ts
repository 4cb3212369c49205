/** Names of AGIS 1.0: media type, headers, members of a document. Section numbers are those of the draft. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Name of this face in records of calls. */
export const face = 'agis';

/** Version that documents name (§8.1) and the grammar that requests name (§9.2). */
export const agisVersion = '1.0';
export const grammar = `AGIS/${agisVersion}`;

/** Media type of a document in either serialization (§10, §14). */
export const agisType = 'application/agis';

/** Headers of the HTTP transitional binding (§10.1), and AGTP's own name for the grammar. */
export const agisHeaders = Object.freeze({
  method: 'X-AGIS-Method',
  grammar: 'X-AGIS-Grammar',
  namespace: 'X-AGIS-Namespace',
  methodGrammar: 'Method-Grammar',
  /** Ours: how sure the caller is, 0 to 1; below the guidance of the endpoint the call has to be confirmed. */
  confidence: 'X-AGIS-Confidence',
});

/** Members that this project adds; the grammar takes `x_` members without a word (agis.md R46). */
export const ownMembers = Object.freeze({
  /** Top level: where the HTTP binding of the service is reached. */
  httpBase: 'x_http_base',
  /** Top level: who may see the entry. */
  visibility: 'x_visibility',
  grants: 'x_grants',
  /** Endpoint: `GET` where the HTTP binding takes an informational call that way. */
  httpMethod: 'x_http_method',
  /** Endpoint: members that a rule drafted and a person should look at. */
  review: 'x_review',
  description: 'x_description',
  deprecated: 'x_deprecated',
  /** Error: HTTP status of the condition. */
  status: 'x_status',
  /** Vocabulary and top level: what was kept from strangers. */
  withheld: 'x_withheld',
});

/** Member of an entry's and an operation's `extra` that holds what only AGIS knows. */
export const extraMember = 'agis';

/** Members of an entry's `extra` by which a service is found: its namespace, and its verbs. */
export const namespaceMember = 'agis_namespace';
export const verbsMember = 'agis_verbs';

/** A path with the names of its parameters blanked, so that equal places look equal (agis.md R44). */
export function blankPath(path: string): string {
  return path.replace(/\{[^{}]*\}/g, '{}');
}

/** `BOOK /reservation`: what an endpoint is called, and by which it is known again. */
export function endpointLabel(method: string, path: string): string {
  return `${method.toUpperCase()} ${path}`;
}

/** The AGIS part of somebody's `extra`; an empty object when there is none. */
export function agisExtra(extra: JsonObject): JsonObject {
  const kept: JsonValue | undefined = Object.hasOwn(extra, extraMember) ? extra[extraMember] : undefined;
  return isJsonObject(kept) ? kept : {};
}

/** A member of this object itself, never an inherited one. */
export function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** A text with something in it. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** The members of an object other than these. */
export function without(object: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([name]) => !names.includes(name)));
}

/** The object without the members that are absent. */
export function defined(members: { [name: string]: JsonValue | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((pair): pair is [string, JsonValue] => pair[1] !== undefined),
  );
}
