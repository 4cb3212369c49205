/** Opens the server's signing key: the operator's, or one from the store, which all nodes share. */
import type { Store } from '@dragoman/core/engine';
import type { Config } from '../config/config.js';
import { readSettingFile } from '../config/read-setting-file.js';
import type { Signer } from './signer.js';
import { createSigner } from './signer.js';
import type { SigningKey } from './signing-key.js';
import { signingKeyFromPem, signingKeyFromSecret } from './signing-key.js';

/** The server's signing key and its signer. */
export interface OwnIdentity {
  key: SigningKey;
  signer: Signer;
}

/** Opens the key; startup fails when it is invalid. */
export async function openIdentity({ identity: { keyFile } }: Config, store: Store): Promise<OwnIdentity> {
  const setting = 'identity.keyFile';
  const key =
    keyFile === undefined
      ? signingKeyFromSecret(await store.secret('signing'))
      : signingKeyFromPem(setting, readSettingFile(setting, keyFile));
  return { key, signer: createSigner(key) };
}
