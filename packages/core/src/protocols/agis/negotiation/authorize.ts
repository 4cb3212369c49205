/**
 * Authorization for data classes: checked when an endpoint is proposed, and again when a session's endpoint is
 * called.
 */
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Caller } from '../../../access/caller.js';
import { canChange } from '../../../access/caller.js';
import type { StoredEntry } from '../../../catalogue/store.js';
import type { ClassBinding } from './class-binding.js';

/** A class in a data manifest. */
export interface OfferedClass {
  class: string;
  /** True when no authorization is required: the class is informational and declares none. */
  free: boolean;
}

/** The classes of a data manifest, in its order; empty without a manifest. */
export function classesOf(manifest: JsonValue | undefined): OfferedClass[] {
  const listed = isJsonObject(manifest) && Array.isArray(manifest.available_data) ? manifest.available_data : [];
  return listed.filter(isJsonObject).map(({ class: name, sensitivity, requires_authorization: needs }) => ({
    class: String(name),
    free: needs === false && (sensitivity === 'informational' || sensitivity === 'low'),
  }));
}

/** True for the owner, for everyone if the class is free, and for callers with a grant. */
export function isAuthorized(
  caller: Caller,
  { entry }: StoredEntry,
  { free }: OfferedClass,
  binding: ClassBinding | undefined,
): boolean {
  if (free || canChange(caller, entry)) return true;
  if (caller.kind === 'anonymous') return false;
  const held = [`caller:${caller.subject}`, ...caller.scopes.map((scope) => `scope:${scope}`)];
  return (binding?.grants ?? []).some((grant) => held.includes(grant));
}
