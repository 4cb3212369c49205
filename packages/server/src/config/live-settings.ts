/** Which settings apply without a restart, and what a new configuration would change. */
import type { Config } from './config.js';
import { readSetting } from './describe-config.js';
import { listSettings } from './settings-schema.js';

/** What a reload did, or would do. */
export interface ReloadReport {
  /** Settings that changed and are in force. */
  applied: string[];
  /** Settings that changed and need a restart. */
  restart: string[];
}

/** Compares two configurations. */
export function compareSettings(before: Config, after: Config): ReloadReport {
  const changed = listSettings().filter(
    ({ key }) => JSON.stringify(readSetting(before, key)) !== JSON.stringify(readSetting(after, key)),
  );
  const isLive = ({ schema }: (typeof changed)[number]) => schema['x-live'] === true;
  return {
    applied: changed.filter(isLive).map(({ key }) => key),
    restart: changed.filter((setting) => !isLive(setting)).map(({ key }) => key),
  };
}

/** The configuration with the live settings of another one. */
export function withLiveSettings(before: Config, after: Config): Config {
  const merged = structuredClone(before) as unknown as Record<string, unknown>;
  const origins = merged.origins as Record<string, string>;
  for (const { key, schema } of listSettings()) {
    if (schema['x-live'] !== true) continue;
    const path = key.split('.');
    const name = path.pop() ?? key;
    let group = merged;
    for (const part of path) group = group[part] as Record<string, unknown>;
    const value = readSetting(after, key);
    if (value === undefined) delete group[name];
    else group[name] = value;
    origins[key] = after.origins[key] ?? 'default';
  }
  return merged as unknown as Config;
}
