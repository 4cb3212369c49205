/**
 * Seals the server's own secrets in the store with the key that seals credentials, so that a backup of the database
 * does not contain them. Without a key they stay as they are; a shared database gets its key from the operator only.
 */
import type { SecretStore, Store } from '@dragoman/core/engine';
import { newSecret } from '@dragoman/core/engine';
import { isStartRefused, StartRefused } from '../config/start-refused.js';
import { openText, sealText } from './sealer.js';
import type { SealingKey, SealingKeys } from './sealing-keys.js';

/** Prefix of a sealed secret; the name of its key and the sealed text follow. */
const mark = 'sealed:';

interface SealedSecret {
  keyName: string;
  sealed: string;
}

/** The store with sealed secrets; those that are not sealed yet are sealed when they are used. */
export function withSealedSecrets(store: Store, keys: SealingKeys, onUnsealed: (name: string) => void): Store {
  const { secrets } = store;
  return {
    ...store,
    async secret(name) {
      const stored = (await secrets.read(name)) ?? (await secrets.add(name, sealIfPossible(keys, name, newSecret())));
      if (parse(stored) !== undefined) return openSecret(keys, name, stored);
      const sealed = sealIfPossible(keys, name, stored);
      if (sealed === stored) onUnsealed(name);
      else await secrets.replace(name, stored, sealed);
      return stored;
    },
  };
}

/** Seals every secret with the current key; returns how many changed. Throws when one cannot be opened. */
export async function resealSecrets(secrets: SecretStore, keys: SealingKeys): Promise<number> {
  const key = keys.current();
  let resealed = 0;
  for (const name of await secrets.names()) {
    const stored = await secrets.read(name);
    if (stored === undefined || parse(stored)?.keyName === key.name) continue;
    const secret = parse(stored) === undefined ? stored : openSecret(keys, name, stored);
    if (await secrets.replace(name, stored, seal(key, name, secret))) resealed += 1;
  }
  return resealed;
}

/** Removes secrets whose key is lost, so that the server makes new ones; returns their number. */
export async function removeUnreadableSecrets(secrets: SecretStore, keys: SealingKeys): Promise<number> {
  let removed = 0;
  for (const name of await secrets.names()) {
    const stored = (await secrets.read(name)) ?? '';
    const sealed = parse(stored);
    if (sealed === undefined || keys.find(sealed.keyName) !== undefined) continue;
    if (await secrets.remove(name, stored)) removed += 1;
  }
  return removed;
}

function sealIfPossible(keys: SealingKeys, name: string, secret: string): string {
  try {
    return seal(keys.current(), name, secret);
  } catch (error) {
    if (isStartRefused(error)) return secret;
    throw error;
  }
}

function seal(key: SealingKey, name: string, secret: string): string {
  return `${mark}${key.name}:${sealText(key, secret, boundTo(name))}`;
}

function openSecret(keys: SealingKeys, name: string, stored: string): string {
  const { keyName, sealed } = parse(stored) ?? { keyName: '', sealed: '' };
  const key = keys.find(keyName);
  if (key === undefined) {
    throw new StartRefused(
      `The server's own secret "${name}" is sealed with a missing key (${keyName}).`,
      'Restore the key in secrets.keyFile or DRAGOMAN_SECRETS_KEY. If it is lost for good, let the server make new secrets: dragoman credentials rotate-key --drop-unreadable',
    );
  }
  try {
    return openText(key, sealed, boundTo(name));
  } catch {
    throw new Error(`the seal of the secret ${name} is broken`);
  }
}

function parse(stored: string): SealedSecret | undefined {
  if (!stored.startsWith(mark)) return undefined;
  const end = stored.indexOf(':', mark.length);
  return { keyName: stored.slice(mark.length, end), sealed: stored.slice(end + 1) };
}

/** A sealed text that is moved to another name does not open. */
function boundTo(name: string): Buffer {
  return Buffer.from(JSON.stringify(['dragoman secret', name]));
}
