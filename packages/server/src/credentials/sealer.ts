/**
 * Seals the secret part of a credential (AES-256-GCM) for the database. Its owner is bound into the seal: a sealed
 * text moved to another credential, service or caller does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { CredentialRecord } from '@dragoman/core/engine';
import type { SealingKey, SealingKeys } from './sealing-keys.js';

/** The facts that a seal is bound to (additional authenticated data). */
export type SealPlace = Pick<CredentialRecord, 'id' | 'agentId' | 'subject' | 'kind'>;

/** A sealed text and the name of its key. */
export type Sealed = Pick<CredentialRecord, 'sealed' | 'sealedWith'>;

/** Seals and opens. */
export interface Sealer {
  seal(text: string, place: SealPlace): Sealed;
  /** The text; throws a plain error, without any part of the text, when the key is missing or the seal is broken. */
  open(record: SealPlace & Sealed): string;
}

const version = 'v1.';
const ivLength = 12;
const tagLength = 16;

/** Creates the sealer over the keys. */
export function createSealer(keys: SealingKeys): Sealer {
  return {
    seal(text, place) {
      const key = keys.current();
      return { sealed: sealText(key, text, boundTo(place)), sealedWith: key.name };
    },
    open(record) {
      const key = keys.find(record.sealedWith);
      if (key === undefined) {
        throw new Error(`credential ${record.id} is sealed with the key ${record.sealedWith}, which is missing`);
      }
      try {
        return openText(key, record.sealed, boundTo(record));
      } catch {
        throw new Error(`the seal of credential ${record.id} is broken`);
      }
    },
  };
}

/** Seals a text with a key, bound to these facts. */
export function sealText({ bytes }: Pick<SealingKey, 'bytes'>, text: string, facts: Buffer): string {
  const iv = randomBytes(ivLength);
  const cipher = createCipheriv('aes-256-gcm', bytes, iv).setAAD(facts);
  const body = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}${body.toString('base64url')}`;
}

/** Opens a sealed text; throws when it was sealed with another key, bound to other facts, or changed. */
export function openText({ bytes }: Pick<SealingKey, 'bytes'>, sealed: string, facts: Buffer): string {
  if (!sealed.startsWith(version)) throw new Error('another version');
  const body = Buffer.from(sealed.slice(version.length), 'base64url');
  if (body.length < ivLength + tagLength) throw new Error('too short');
  const decipher = createDecipheriv('aes-256-gcm', bytes, body.subarray(0, ivLength), { authTagLength: tagLength });
  decipher.setAAD(facts).setAuthTag(body.subarray(-tagLength));
  return Buffer.concat([decipher.update(body.subarray(ivLength, -tagLength)), decipher.final()]).toString('utf8');
}

function boundTo({ id, agentId, subject, kind }: SealPlace): Buffer {
  return Buffer.from(JSON.stringify(['dragoman credential', id, agentId, subject ?? null, kind]));
}
