/** Every rule for signatures in its negative form: refused from a provider, and judged on a stranger's server. */
import { expect, it } from 'vitest';
import type { BrokenSignature } from './broken-signatures.support.js';
import { readBrokenSignatures } from './broken-signatures.support.js';
import { checkSignature } from './check-signature.js';
import { refillDocument } from './signature.support.js';

const table = readBrokenSignatures().map((row): [string, BrokenSignature] => [`${row.rule}, ${row.about}`, row]);

it.each(table)('is refused at publishing, at its place: %s', (_, row) => {
  const { value, diagnostics } = checkSignature(row.signature);
  expect(value).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location.pointer)).toContain(
    row.pointer,
  );
  for (const { message, help } of diagnostics) expect(`${message}${help}`).not.toMatch(/\{\w+\}/);
});

it.each(table)('is refused or borne on a stranger’s server: %s', (_, row) => {
  const { value } = checkSignature(row.signature, { mode: 'read' });
  expect(value === undefined ? 'refused' : 'borne').toBe(row.stranger);
  // What is borne is normalised: nothing of it is passed on that a rule is there to keep out.
  expect(JSON.stringify(value ?? {})).not.toMatch(/javascript:|"max":5\.5|"ten"/);
});

it('the signature that they change is good', () => {
  expect(checkSignature(refillDocument()).diagnostics).toEqual([]);
});
