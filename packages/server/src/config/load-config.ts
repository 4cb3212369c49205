/** Loads the configuration once: defaults < file < environment < flags; validates and freezes it. */
import { checkSetting } from './check-setting.js';
import type { Config, IssuerConfig } from './config.js';
import type { ConfigProblem } from './config-error.js';
import { ConfigError } from './config-error.js';
import { readConfigFile } from './read-config-file.js';
import { readEnvironmentValues, readFlagValues } from './read-sources.js';
import type { Setting, SettingSchema } from './settings-schema.js';
import { listSettings } from './settings-schema.js';

/** Sources of the settings. */
export interface ConfigSources {
  /** Directory of the configuration file. */
  cwd?: string;
  environment?: Readonly<Record<string, string | undefined>>;
  /** By dotted key (`server.port`) or short name (`port`); `config` names the file. */
  flags?: Readonly<Record<string, unknown>>;
  /** Reads a text file; throws with code ENOENT when it does not exist. */
  readFile?: (path: string) => string;
}

/** Loads the settings; throws one ConfigError with all problems. */
export function loadConfig(sources: ConfigSources = {}): Config {
  const settings = listSettings();
  const { config: file, ...flags } = sources.flags ?? {};
  const named = file ?? sources.environment?.DRAGOMAN_CONFIG;
  const given = [
    readConfigFile({
      cwd: sources.cwd ?? '.',
      named: typeof named === 'string' && named !== '' ? named : undefined,
      readFile: sources.readFile,
    }),
    readEnvironmentValues(sources.environment ?? {}, settings),
    readFlagValues(flags, settings),
  ];
  const problems = given.flatMap((source) => source.problems);
  const values = new Map<string, unknown>();
  const origins: Record<string, string> = {};
  for (const { key, schema } of settings) {
    if (schema.default !== undefined) values.set(key, schema.default);
    origins[key] = 'default';
  }
  for (const { key, value, origin } of given.flatMap((source) => source.values)) {
    values.set(key, value);
    origins[key] = origin;
  }
  problems.push(...checkValues(settings, values, origins), ...checkTogether(values, origins));
  if (problems.length > 0) throw new ConfigError(problems);
  return freeze({ ...nest(values), origins });
}

function checkValues(
  settings: readonly Setting[],
  values: ReadonlyMap<string, unknown>,
  origins: Readonly<Record<string, string>>,
): ConfigProblem[] {
  return settings.flatMap(({ key, schema }) => {
    if (!values.has(key)) return [];
    const origin = origins[key] ?? 'default';
    return checkSetting(values.get(key), schema).map(({ path, message }) => ({
      key: `${key}${path}`,
      origin,
      message,
    }));
  });
}

/** Rules that involve several settings. */
function checkTogether(
  values: ReadonlyMap<string, unknown>,
  origins: Readonly<Record<string, string>>,
): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  const problem = (key: string, message: string) => {
    problems.push({ key, origin: origins[key] ?? 'default', message });
  };
  if (values.has('server.tls.certFile') !== values.has('server.tls.keyFile')) {
    const key = values.has('server.tls.certFile') ? 'server.tls.certFile' : 'server.tls.keyFile';
    problem(key, 'certFile and keyFile must be set together');
  }
  if (values.has('server.tls.clientCaFile') && !values.has('server.tls.certFile')) {
    problem('server.tls.clientCaFile', 'requires certFile and keyFile: client certificates need TLS on this server');
  }
  const certificates = values.get('auth.mtls.callers');
  if (Array.isArray(certificates) && certificates.length > 0 && !values.has('server.tls.clientCaFile')) {
    problem('auth.mtls.callers', 'requires server.tls.clientCaFile, the issuers of the client certificates');
  }
  const pages = values.get('cors.origins');
  for (const [index, page] of (Array.isArray(pages) ? pages : []).entries()) {
    if (typeof page !== 'string' || isOrigin(page)) continue;
    const message = `${JSON.stringify(page.slice(0, 80))} is not an origin; give only scheme, host and port, such as https://app.example`;
    problems.push({ key: `cors.origins[${index}]`, origin: origins['cors.origins'] ?? 'default', message });
  }
  const issuers = values.get('auth.jwt.issuers');
  for (const [index, issuer] of (Array.isArray(issuers) ? issuers : []).entries()) {
    const sources = ['jwksUri', 'jwksFile', 'jwks'].filter((name) => Object.hasOwn(Object(issuer), name));
    if (sources.length !== 1) {
      problems.push({
        key: `auth.jwt.issuers[${index}]`,
        origin: origins['auth.jwt.issuers'] ?? 'default',
        message: 'requires exactly one of jwksUri, jwksFile and jwks',
      });
    }
  }
  return problems;
}

function nest(values: ReadonlyMap<string, unknown>): Omit<Config, 'origins'> {
  const root: Record<string, unknown> = {};
  for (const { key, schema } of listSettings()) {
    const path = key.split('.');
    const last = path.pop() ?? key;
    let target = root;
    for (const name of path) {
      target[name] ??= {};
      target = target[name] as Record<string, unknown>;
    }
    if (values.has(key)) target[last] = complete(values.get(key), schema);
  }
  return root as unknown as Omit<Config, 'origins'>;
}

/** Fills in the defaults of list items, such as issuers. */
function complete(value: unknown, schema: SettingSchema): unknown {
  if (!Array.isArray(value)) return value;
  const properties = schema.items?.properties;
  if (properties === undefined) return [...value];
  const defaults = Object.fromEntries(
    Object.entries(properties).flatMap(([name, member]) =>
      member.default === undefined ? [] : [[name, member.default]],
    ),
  );
  return value.map((item) => ({ ...defaults, ...(item as object) }) as unknown as IssuerConfig);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}

/** True for `*` and for values that a browser sends as an Origin header; other values would never match. */
function isOrigin(text: string): boolean {
  return text === '*' || text === 'null' || /^[a-z][a-z0-9+.-]*:\/\/[^\s/?#@A-Z]+$/.test(text);
}
