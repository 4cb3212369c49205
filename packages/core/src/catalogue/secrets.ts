/** The server's own secrets in the store: signing, webhook, confirmation and cursor keys. */
import { randomBytes } from 'node:crypto';

/** Stored texts by name; a text is a secret or, where a sealing key is available, a sealed one. */
export interface SecretStore {
  read(name: string): Promise<string | undefined>;
  /** Stores the text unless the name has one; returns the stored text. */
  add(name: string, text: string): Promise<string>;
  /** Replaces the text if it is still `from`; false otherwise. */
  replace(name: string, from: string, to: string): Promise<boolean>;
  /** Removes the text if it is still `from`; false otherwise. */
  remove(name: string, from: string): Promise<boolean>;
  /** Every name. */
  names(): Promise<string[]>;
}

/** A new secret of 32 bytes, in base64url. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The secret of a name as it is stored, created on first use. */
export async function storedSecret(secrets: SecretStore, name: string): Promise<string> {
  return (await secrets.read(name)) ?? secrets.add(name, newSecret());
}
