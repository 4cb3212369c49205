/**
 * An anchor: the head of the audit chain at a time, signed with the server's key. Kept in a second place, it reveals a
 * chain that was truncated or rewritten as a whole.
 */
import { createPublicKey, sign, verify } from 'node:crypto';
import type { AuditPoint } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { SigningKey } from '../identity/signing-key.js';

/** A signed head, as it is written. */
export type Anchor = AuditPoint & {
  /** RFC 3339, UTC. */
  at: string;
  /** Id of the key, as in the server's list of signing keys. */
  key: string;
  /** Ed25519 over the members above, in base64url. */
  signature: string;
};

/** Signs a head of the chain. */
export function signAnchor({ seq, hash }: AuditPoint, at: string, { id, privateKey }: SigningKey): Anchor {
  const signature = sign(null, signedText({ seq, hash, at }), privateKey).toString('base64url');
  return { seq, hash, at, key: id, signature };
}

/** True unless the anchor names this key and its signature does not match; one of another key cannot be checked. */
export function isGenuine(anchor: Anchor, key: SigningKey | undefined): boolean {
  if (key === undefined || anchor.key !== key.id) return true;
  const signature = Buffer.from(anchor.signature, 'base64url');
  return verify(null, signedText(anchor), createPublicKey(key.privateKey), signature);
}

/** Reads an anchor from a line of an anchor file or of a JSON log; undefined for any other line. */
export function parseAnchor(line: string): Anchor | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const found = isJsonObject(value) && isJsonObject(value.anchor) ? value.anchor : value;
  return isAnchor(found) ? found : undefined;
}

function isAnchor(value: unknown): value is Anchor {
  if (!isJsonObject(value)) return false;
  const texts = [value.hash, value.at, value.key, value.signature];
  return Number.isSafeInteger(value.seq) && texts.every((text) => typeof text === 'string');
}

function signedText({ seq, hash, at }: Pick<Anchor, 'seq' | 'hash' | 'at'>): Buffer {
  return Buffer.from(`dragoman audit anchor\n${seq}\n${hash}\n${at}`);
}
