/**
 * Checks a tool list that is published again: a published version must not change, and a new one may only add (§5.4,
 * §6.1). A violation is an error in the provider's own upload, and a warning on a crawled server.
 */
import type { Diagnostic, Entry, SignatureChange, ToolSignature } from '@dragoman/model';
import { diagnose, lockedForm, refusedChanges } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import { nactDiagnostics } from './diagnostics.js';
import { ownSignature } from './wire.js';

/** Compares the tools of an entry with their replacements; each incompatible change is named. */
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
