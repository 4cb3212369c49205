/** The hash of a call's input for records and confirmations, so that the input itself is not stored. */
import { hash } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { Call } from './call.js';

/** SHA-256 of the canonical input, hexadecimal; computed once per call. The interface limits the depth of the input. */
export function inputHashOf(call: Call): string {
  call.facts.inputHash ??= hash('sha256', canonicalJson(call.input));
  return call.facts.inputHash;
}
