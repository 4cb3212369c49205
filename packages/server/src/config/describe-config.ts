/** The effective settings in readable form, with secrets hidden. */
import type { Config } from './config.js';
import type { SettingSchema } from './settings-schema.js';
import { listSettings } from './settings-schema.js';

/** One effective setting. */
export interface DescribedSetting {
  key: string;
  /** The value with secrets hidden; undefined when not set. */
  value: unknown;
  origin: string;
  description: string;
  environment: string;
}

/** Lists every effective setting, in schema order. */
export function describeConfig(config: Config): DescribedSetting[] {
  return listSettings().map(({ key, schema }) => ({
    key,
    value: hide(readSetting(config, key), schema),
    origin: config.origins[key] ?? 'default',
    description: schema.description,
    environment: schema['x-env'] ?? '',
  }));
}

/** The value of a setting by its dotted key. */
export function readSetting(config: Config, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], config);
}

function hide(value: unknown, schema: SettingSchema): unknown {
  if (typeof value === 'string') return schema['x-secret'] === true ? hideCredentials(value) : hidePassword(value);
  if (Array.isArray(value)) return value.map((item: unknown) => hide(item, schema.items ?? schema));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, hide(member, schema.properties?.[name] ?? schema)]),
  );
}

/** A URL with a user or a password is a secret wherever it occurs. */
function hidePassword(text: string): string {
  if (!text.includes('@') || !URL.canParse(text)) return text;
  const { username, password } = new URL(text);
  return username === '' && password === '' ? text : hideCredentials(text);
}

/** Removes user, password and query parameters from a URL, since each may contain a secret. */
export function hideCredentials(address: string): string {
  if (!URL.canParse(address)) return '(hidden)';
  const url = new URL(address);
  const user = url.username === '' && url.password === '' ? '' : '***@';
  return `${url.protocol}//${user}${url.host}${url.pathname}${url.search === '' ? '' : '?***'}`;
}
