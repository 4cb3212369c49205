/** The hash that stands for a call's input in records and confirmations, so that the input itself need not. */
import { hash } from 'node:crypto';
import { canonicalJson } from '@dragoman/documents';
import type { Call } from './call.js';

/** SHA-256 of the canonical input, hexadecimal; worked out once per call. The input's depth is bounded by the face. */
export function inputHashOf(call: Call): string {
  call.facts.inputHash ??= hash('sha256', canonicalJson(call.input));
  return call.facts.inputHash;
}
