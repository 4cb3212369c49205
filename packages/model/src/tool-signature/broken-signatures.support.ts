/** Signatures that each violate one rule; publishing, importing and executing are tested with the same table. */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../json.js';
import { refillDocument } from './signature.support.js';

/** One signature that violates one rule. */
export interface BrokenSignature {
  /** `SIG-01`: group and number of the rule. */
  rule: string;
  about: string;
  /** Pointer of the reported error. */
  pointer: string;
  /** How a lenient reader treats it on a third-party server. */
  stranger: 'refused' | 'borne';
  signature: JsonObject;
}

interface Row extends Omit<BrokenSignature, 'signature'> {
  at: string;
  drop?: true;
  value?: JsonValue;
  text?: [of: string, times: number];
}

/** The table. */
export function readBrokenSignatures(): BrokenSignature[] {
  const text = readFileSync(new URL('./fixtures/broken-signatures.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as Row[]).map(({ at, drop, value, text: long, ...row }) => {
    const given = long === undefined ? value : long[0].repeat(long[1]);
    return { ...row, signature: change(refillDocument(), at, drop === true ? undefined : given) };
  });
}

function change(document: JsonObject, at: string, value: JsonValue | undefined): JsonObject {
  const steps = at.slice(1).split('/');
  const last = steps.pop() ?? '';
  let parent = document as Record<string, JsonValue | undefined>;
  for (const step of steps) parent = parent[step] as Record<string, JsonValue | undefined>;
  if (value === undefined) delete parent[last];
  else parent[last] = value;
  return document;
}
