/** Normalizes file, environment and flags to a list of dotted key, value and origin. */

import { unknownName } from './check-setting.js';
import type { ConfigProblem } from './config-error.js';
import type { GroupSchema, Setting, SettingSchema } from './settings-schema.js';
import { isGroup, settingsSchema } from './settings-schema.js';

/** A value that was set explicitly. */
export interface GivenValue {
  key: string;
  value: unknown;
  origin: string;
}

/** The values of one source and its problems. */
export interface GivenValues {
  values: GivenValue[];
  problems: ConfigProblem[];
}

/** Variables that begin with DRAGOMAN_ but belong to the command line client, the benchmarks or the tests. */
const foreignVariables = new Set([
  'DRAGOMAN_CONFIG',
  'DRAGOMAN_SERVER',
  'DRAGOMAN_KEY',
  'DRAGOMAN_TOKEN',
  'DRAGOMAN_CORPUS',
  'DRAGOMAN_REQUIRE_SERVICES',
]);

/** Names the place of a value in the file, by the names that lead to it. */
export type OriginOf = (path: readonly string[]) => string;

/** Reads the parsed configuration file; unknown names are problems. */
export function readFileValues(document: unknown, originOf: OriginOf): GivenValues {
  const given: GivenValues = { values: [], problems: [] };
  collect(document, settingsSchema, [], { originOf, given });
  return given;
}

function collect(
  value: unknown,
  schema: GroupSchema,
  path: readonly string[],
  target: { originOf: OriginOf; given: GivenValues },
): void {
  const { originOf, given } = target;
  const prefix = path.join('.');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const key = prefix === '' ? 'configuration' : prefix;
    given.problems.push({ key, origin: originOf(path), message: 'must be an object' });
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    const key = prefix === '' ? name : `${prefix}.${name}`;
    if (key === '$schema') continue;
    const origin = originOf([...path, name]);
    if (name === '<<') {
      const message = 'merge keys are not supported; write the settings out, or use an alias for a whole value';
      given.problems.push({ key, origin, message });
      continue;
    }
    const child = Object.hasOwn(schema.properties, name) ? schema.properties[name] : undefined;
    if (child === undefined) {
      const known = Object.keys(schema.properties).map((sibling) => (prefix === '' ? sibling : `${prefix}.${sibling}`));
      given.problems.push({ key, origin, message: unknownName(key, known) });
    } else if (isGroup(child)) collect(member, child, [...path, name], target);
    else given.values.push({ key, value: member, origin });
  }
}

/** Reads the environment; an unknown variable that begins with DRAGOMAN_ is a problem. */
export function readEnvironmentValues(
  environment: Readonly<Record<string, string | undefined>>,
  settings: readonly Setting[],
): GivenValues {
  const byVariable = new Map(settings.map((setting) => [setting.schema['x-env'] ?? '', setting]));
  const given: GivenValues = { values: [], problems: [] };
  for (const [name, raw] of Object.entries(environment)) {
    if (raw === undefined || raw === '') continue;
    const origin = `environment ${name}`;
    const setting = byVariable.get(name);
    if (setting !== undefined) given.values.push({ key: setting.key, value: fromText(raw, setting.schema), origin });
    else if (name.startsWith('DRAGOMAN_') && !foreignVariables.has(name)) {
      given.problems.push({ key: name, origin, message: unknownName(name, [...byVariable.keys()]) });
    }
  }
  return given;
}

/** Reads flags by dotted key or short name; undefined means not given. */
export function readFlagValues(flags: Readonly<Record<string, unknown>>, settings: readonly Setting[]): GivenValues {
  const byName = new Map(settings.map((setting) => [setting.key, setting]));
  for (const setting of settings) {
    const short = setting.schema['x-flag'];
    if (short !== undefined) byName.set(short, setting);
  }
  const given: GivenValues = { values: [], problems: [] };
  for (const [name, raw] of Object.entries(flags)) {
    if (raw === undefined) continue;
    const origin = `flag --${name}`;
    const setting = byName.get(name);
    if (setting === undefined) {
      given.problems.push({ key: name, origin, message: unknownName(name, [...byName.keys()]) });
      continue;
    }
    given.values.push({
      key: setting.key,
      value: typeof raw === 'string' ? fromText(raw, setting.schema) : raw,
      origin,
    });
  }
  return given;
}

/** Converts a string to the setting's type; a value that does not convert is kept, so that the check can show it. */
function fromText(raw: string, schema: SettingSchema): unknown {
  if (schema.type === 'integer') return /^-?\d{1,15}$/.test(raw.trim()) ? Number(raw) : raw;
  if (schema.type === 'boolean') return booleans.get(raw.trim().toLowerCase()) ?? raw;
  if (schema.type !== 'array') return raw;
  if (schema.items?.type === 'string')
    return raw
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return raw;
  }
}

const booleans = new Map([
  ['true', true],
  ['1', true],
  ['yes', true],
  ['false', false],
  ['0', false],
  ['no', false],
]);
