/**
 * The linter's configuration file: severities, thresholds, names, suppressions, attestations. The whole file is
 * validated.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { LintFinding } from '../rule-model/rule.js';
import { defaultSettings, type LintSettings } from '../settings/settings.js';
import type { Attestations } from './label.js';
import type { RuleLevels } from './lint-api.js';

/** A suppression by rule and location, with its reason. */
export interface IgnoreLine {
  rule: string;
  /** JSON pointer that it applies to, including everything below; `*` matches any one segment. */
  pointer: string;
  reason: string;
}

/** A configuration. */
export interface LintConfig {
  levels: RuleLevels;
  settings: LintSettings;
  ignore: readonly IgnoreLine[];
  attested: Attestations;
}

/** Defaults without a configuration file. */
export const defaultConfig: LintConfig = Object.freeze({
  levels: Object.freeze({}),
  settings: defaultSettings,
  ignore: Object.freeze([]),
  attested: Object.freeze({}),
});

/** Parses a configuration; reports all errors at once. */
export function readLintConfig(
  value: JsonValue,
  known: readonly string[],
): { config: LintConfig; faults: readonly string[] } {
  if (!isJsonObject(value)) return { config: defaultConfig, faults: ['the configuration is not an object'] };
  const faults: string[] = [];
  const members = ['rules', 'thresholds', 'names', 'ignore', 'attest'];
  for (const name of Object.keys(value)) {
    if (!members.includes(name)) faults.push(`unknown setting ${name}; use ${members.join(', ')}`);
  }
  const part = (name: string): JsonObject => {
    const found = value[name];
    if (found !== undefined && !isJsonObject(found)) faults.push(`${name} is not an object`);
    return isJsonObject(found) ? found : {};
  };
  const config: LintConfig = {
    levels: readLevels(part('rules'), known, faults),
    settings: {
      thresholds: { ...defaultSettings.thresholds, ...readNumbers(part('thresholds'), faults) },
      names: { ...defaultSettings.names, ...readNames(part('names'), faults) },
    },
    ignore: readIgnore(value.ignore, known, faults),
    attested: readTexts(part('attest'), faults),
  };
  return { config, faults };
}

function readLevels(rules: JsonObject, known: readonly string[], faults: string[]): RuleLevels {
  const levels: Record<string, 'off' | 'info' | 'warning' | 'error'> = {};
  for (const [rule, level] of Object.entries(rules)) {
    if (!known.includes(rule)) faults.push(`rules.${rule}: unknown rule`);
    else if (level === 'off' || level === 'info' || level === 'warning' || level === 'error') levels[rule] = level;
    // YAML 1.1 parses a bare `off` as false.
    else if (level === false) levels[rule] = 'off';
    else faults.push(`rules.${rule} must be off, info, warning or error`);
  }
  return levels;
}

function readNumbers(given: JsonObject, faults: string[]): Record<string, number> {
  const read: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultSettings.thresholds, name)) faults.push(`unknown setting thresholds.${name}`);
    else if (typeof value !== 'number' || value < 0) faults.push(`thresholds.${name} must be a number of at least 0`);
    else read[name] = value;
  }
  return read;
}

/** Adds the names to the defaults. */
function readNames(given: JsonObject, faults: string[]): Partial<LintSettings['names']> {
  const read: Record<string, readonly string[]> = {};
  const known: Readonly<Record<string, readonly string[]>> = { ...defaultSettings.names };
  for (const [name, value] of Object.entries(given)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (before === undefined) faults.push(`unknown setting names.${name}`);
    else if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
      faults.push(`names.${name} must be a list of names`);
    } else read[name] = [...before, ...value];
  }
  return read;
}

function readIgnore(given: JsonValue | undefined, known: readonly string[], faults: string[]): IgnoreLine[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    faults.push('ignore must be a list');
    return [];
  }
  return given.flatMap((each, at) => {
    const { rule, pointer = '', reason } = isJsonObject(each) ? each : ({} as JsonObject);
    const texts = typeof rule === 'string' && typeof pointer === 'string';
    if (!texts || !known.includes(rule)) faults.push(`ignore[${at}].rule: unknown rule`);
    else if (typeof reason !== 'string' || reason.trim() === '') faults.push(`ignore[${at}] has no reason`);
    else return [{ rule, pointer, reason }];
    return [];
  });
}

function readTexts(given: JsonObject, faults: string[]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!/^PROF-SUM-(?:0[1-9]|1[0-4])$/.test(name))
      faults.push(`attest.${name}: use a condition from PROF-SUM-01 to PROF-SUM-14`);
    else if (typeof value !== 'string' || value.trim() === '') faults.push(`attest.${name} must be a statement`);
    else read[name] = value;
  }
  return read;
}

/** Returns the reason to suppress a finding, from a list of suppressions. */
export function createSuppressor(ignore: readonly IgnoreLine[]): (finding: LintFinding) => string | undefined {
  return ({ rule, location }) =>
    ignore.find((line) => line.rule === rule && covers(line.pointer, location.pointer))?.reason;
}

function covers(pattern: string, pointer: string): boolean {
  const [wanted, steps] = [pattern.split('/'), pointer.split('/')];
  return wanted.length <= steps.length && wanted.every((step, at) => step === '*' || step === steps[at]);
}
