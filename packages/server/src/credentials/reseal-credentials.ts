/** Reseals every credential with the current key, while servers continue to read and write them. */
import type { CredentialRecord, CredentialStore } from '@dragoman/core/engine';
import type { Sealer } from './sealer.js';
import type { SealingKeys } from './sealing-keys.js';

/** Dependencies of resealing. */
export interface ResealPorts {
  credentials: Pick<CredentialStore, 'notSealedWith' | 'reseal'>;
  keys: SealingKeys;
  sealer: Sealer;
}

/** Result of resealing. */
export interface Resealed {
  /** Name of the current sealing key. */
  key: string;
  resealed: number;
}

const portion = 100;
/** A credential that keeps changing is sealed with the new key by its writer. */
const maxRounds = 100_000;

/** Credentials that no key opens, at most `limit`. */
export async function findUnreadable(
  { credentials, keys }: Pick<ResealPorts, 'credentials' | 'keys'>,
  limit: number,
): Promise<CredentialRecord[]> {
  const records = await credentials.notSealedWith('', limit);
  return records.filter(({ sealedWith }) => keys.find(sealedWith) === undefined);
}

/** Reseals until nothing is left; throws when a credential cannot be opened, so that no key is dropped too early. */
export async function resealCredentials({ credentials, keys, sealer }: ResealPorts): Promise<Resealed> {
  const key = keys.current().name;
  let resealed = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    const records = await credentials.notSealedWith(key, portion);
    if (records.length === 0) return { key, resealed };
    for (const record of records) {
      const after = sealer.seal(sealer.open(record), record);
      if (await credentials.reseal(record.id, record.sealed, after)) resealed += 1;
    }
  }
  throw new Error('credentials change faster than they can be resealed');
}
