/**
 * Checks a tool list that is published again: a published version must not change, and a new one may only add (§5.4,
 * §6.1). A violation is an error in the provider's own upload, and a warning on a crawled server.
 */
import { createSchemaComparison } from '@dragoman/documents';
import type { Diagnostic, Entry, SignatureChange, ToolSignature } from '@dragoman/model';
import { diagnose, lockedForm, refusedChanges } from '@dragoman/model';
import type { EntryDraft } from '../../documents/reader.js';
import { nactDiagnostics } from './diagnostics.js';
import { inputSchemaOf, outputSchemaOf } from './signature-schemas.js';
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
  const refused = refusedChanges(last, next);
  return [...refused.map(({ message }) => message), ...brokenSides(last, next, refused)].map((change) =>
    diagnose(
      nactDiagnostics,
      'nact/breaking-change',
      { pointer },
      { name, version: next.version, before: last.version, change },
    ),
  );
}

/** Longest example in a message. */
const maxExample = 120;

/**
 * What the rules for single parameters cannot see, decided by the comparison of schemas that all versions share: the
 * inputs as a whole, and the outputs.
 */
function brokenSides(last: ToolSignature, next: ToolSignature, refused: readonly SignatureChange[]): string[] {
  const sides = [
    { subject: 'input', sender: inputSchemaOf(last), acceptor: inputSchemaOf(next) },
    { subject: 'output', sender: outputSchemaOf(next), acceptor: outputSchemaOf(last) },
  ];
  return sides.flatMap(({ subject, sender, acceptor }) => {
    if (refused.some((change) => change.subject === subject)) return [];
    const { verdict, counterexample } = createSchemaComparison({ sender, acceptor }).compare(sender, acceptor);
    if (verdict === 'contained') return [];
    const what =
      subject === 'input'
        ? 'its inputs no longer accept everything that they accepted before'
        : 'its outputs may have values that they did not have before';
    if (verdict === 'undecided') return [`It cannot be decided whether ${what}.`];
    const example = counterexample === undefined ? '' : JSON.stringify(counterexample.value);
    return [
      `The change is breaking: ${what}${example === '' || example.length > maxExample ? '' : `, such as ${example}`}.`,
    ];
  });
}
