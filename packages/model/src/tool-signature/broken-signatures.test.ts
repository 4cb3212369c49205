/**
 * Tests every signature rule with a violation: rejected when published, and handled leniently on a third-party server.
 */
import { expect, it } from 'vitest';
import type { BrokenSignature } from './broken-signatures.support.js';
import { readBrokenSignatures } from './broken-signatures.support.js';
import { checkSignature } from './check-signature.js';
import { refillDocument } from './signature.support.js';

const table = readBrokenSignatures().map((row): [string, BrokenSignature] => [`${row.rule}, ${row.about}`, row]);

it.each(table)('is rejected when published, at its pointer: %s', (_, row) => {
  const { value, diagnostics } = checkSignature(row.signature);
  expect(value).toBeUndefined();
  expect(diagnostics.filter(({ severity }) => severity === 'error').map(({ location }) => location.pointer)).toContain(
    row.pointer,
  );
  for (const { message, help } of diagnostics) expect(`${message}${help}`).not.toMatch(/\{\w+\}/);
});

it.each(table)('is rejected or tolerated from a third-party server: %s', (_, row) => {
  const { value } = checkSignature(row.signature, { mode: 'read' });
  expect(value === undefined ? 'refused' : 'borne').toBe(row.stranger);
  // Tolerated violations are normalized: nothing that a rule excludes is passed on.
  expect(JSON.stringify(value ?? {})).not.toMatch(/javascript:|"max":5\.5|"ten"/);
});

it('the unmodified signature is valid', () => {
  expect(checkSignature(refillDocument()).diagnostics).toEqual([]);
});
