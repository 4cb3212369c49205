/** Signatures that each break one rule, as data: the same table is held against publishing, importing and executing. */
import { readFileSync } from 'node:fs';
import type { JsonObject, JsonValue } from '../json.js';
import { refillDocument } from './signature.support.js';

/** One signature that breaks one rule. */
export interface BrokenSignature {
  /** `SIG-01`: group and number of the rule. */
  rule: string;
  about: string;
  /** Where the fault is told. */
  pointer: string;
  /** What a reader makes of it on somebody else's server. */
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
