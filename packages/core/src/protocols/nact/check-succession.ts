/**
 * Publishing a list of tools again: a version that was published stays as it was, and a new one may only add
 * (§5.4, §6.1). For the provider's own upload a breach is an error; seen on somebody's server it is a warning.
 */
import type { Diagnostic, Entry, SignatureChange, ToolSignature } from '@dragoman/model';
import { diagnose, lockedForm, refusedChanges } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import { nactDiagnostics } from './diagnostics.js';
import { ownSignature } from './wire.js';

/** Compares the tools of an entry with those that are to take their place; each offending change is named. */
export function checkNactSuccession(before: Entry, after: EntryDraft, crawled: boolean): Diagnostic[] {
  if (before.origin.protocol !== 'nact' || after.origin.protocol !== 'nact') return [];
  const known = new Map(before.operations.flatMap((operation) => keyed(ownSignature(operation))));
  return after.operations.flatMap((operation, at) => {
    const next = ownSignature(operation);
    const last = next === undefined ? undefined : known.get(next.toolId);
    if (next === undefined || last === undefined) return [];
    const found = compare(last, next, `/items/${at}`);
    return crawled ? found.map((each): Diagnostic => ({ ...each, severity: 'warning' })) : found;
  });
}

function keyed(signature: ToolSignature | undefined): [string, ToolSignature][] {
  return signature === undefined ? [] : [[signature.toolId, signature]];
}

function compare(last: ToolSignature, next: ToolSignature, pointer: string): Diagnostic[] {
  const name = next.name.slice(0, 80);
  if (next.version === last.version) {
    if (lockedForm(next) === lockedForm(last)) return [];
    const locked = diagnose(nactDiagnostics, 'nact/lock-broken', { pointer }, { name, version: next.version });
    return [{ ...locked, severity: 'error' }];
  }
  return refusedChanges(last, next).map((change: SignatureChange) =>
    diagnose(
      nactDiagnostics,
      'nact/breaking-change',
      { pointer },
      { name, version: next.version, before: last.version, change: change.message },
    ),
  );
}
