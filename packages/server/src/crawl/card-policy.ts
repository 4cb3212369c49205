/** The operator's policy on signed cards: which keys are trusted, and whether other cards are accepted. */
import type { ReadContext } from '@dragoman/core/conversion';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Config } from '../config/config.js';
import { readSettingFile, withSetting } from '../config/read-setting-file.js';

const setting = 'a2a.keysFile';

/** Reads the policy; refuses to start on a file without keys. */
export function readCardPolicy({ a2a: { signatures, keysFile } }: Pick<Config, 'a2a'>): Required<ReadContext>['cards'] {
  const keys = keysFile === undefined ? [] : withSetting(setting, () => readKeys(readSettingFile(setting, keysFile)));
  return { signatures, keys };
}

function readKeys(text: string): JsonObject[] {
  const set: unknown = JSON.parse(text);
  const keys = isJsonObject(set) && Array.isArray(set.keys) ? set.keys.filter(isJsonObject) : [];
  if (keys.length === 0) throw new Error('it contains no JSON Web Key Set with a key');
  const bare = keys.findIndex(({ kid }) => typeof kid !== 'string');
  if (bare !== -1) throw new Error(`the key at ${bare} has no kid`);
  return keys;
}
