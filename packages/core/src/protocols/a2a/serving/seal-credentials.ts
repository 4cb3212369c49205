/** Seals the credentials that clients give for their notification receivers, so that no stored task contains them. */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const sizes = { nonce: 12, tag: 16 };

function keyOf(secret: string): Buffer {
  return createHash('sha256').update(`a2a-push ${secret}`).digest();
}

/** The sealed text. */
export function sealCredentials(secret: string, text: string): string {
  const nonce = randomBytes(sizes.nonce);
  const cipher = createCipheriv(algorithm, keyOf(secret), nonce);
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** The text again; undefined when it was sealed with another secret. */
export function openCredentials(secret: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const [nonce, tag] = [bytes.subarray(0, sizes.nonce), bytes.subarray(sizes.nonce, sizes.nonce + sizes.tag)];
  try {
    const decipher = createDecipheriv(algorithm, keyOf(secret), nonce).setAuthTag(tag);
    return Buffer.concat([decipher.update(bytes.subarray(sizes.nonce + sizes.tag)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
