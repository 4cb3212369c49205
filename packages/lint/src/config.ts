/** The linter's configuration file: severities, thresholds, names, findings to pass over, attestations. Checked whole. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Attestations } from './label.js';
import type { RuleLevels } from './lint-api.js';
import type { LintFinding } from './rule.js';
import { defaultSettings, type LintSettings } from './settings.js';

/** Findings that are passed over, by rule and place, with the reason. */
export interface IgnoreLine {
  rule: string;
  /** Pointer that it counts for, with everything below; `*` in it stands for any one step. */
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

/** What is used without a file. */
export const defaultConfig: LintConfig = Object.freeze({
  levels: Object.freeze({}),
  settings: defaultSettings,
  ignore: Object.freeze([]),
  attested: Object.freeze({}),
});

/** Reads a configuration; every fault at once, in words. */
export function readLintConfig(
  value: JsonValue,
  known: readonly string[],
): { config: LintConfig; faults: readonly string[] } {
  if (!isJsonObject(value)) return { config: defaultConfig, faults: ['the configuration is not an object'] };
  const faults: string[] = [];
  const members = ['rules', 'thresholds', 'names', 'ignore', 'attest'];
  for (const name of Object.keys(value)) {
    if (!members.includes(name)) faults.push(`${name} is not known; there are ${members.join(', ')}`);
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
    if (!known.includes(rule)) faults.push(`rules.${rule}: there is no such rule`);
    else if (level === 'off' || level === 'info' || level === 'warning' || level === 'error') levels[rule] = level;
    // YAML of the older kind reads a bare `off` as false.
    else if (level === false) levels[rule] = 'off';
    else faults.push(`rules.${rule} is off, info, warning or error`);
  }
  return levels;
}

function readNumbers(given: JsonObject, faults: string[]): Record<string, number> {
  const read: Record<string, number> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(defaultSettings.thresholds, name)) faults.push(`thresholds.${name} is not known`);
    else if (typeof value !== 'number' || value < 0) faults.push(`thresholds.${name} is a number from 0 on`);
    else read[name] = value;
  }
  return read;
}

/** Names are added to those that are known. */
function readNames(given: JsonObject, faults: string[]): Partial<LintSettings['names']> {
  const read: Record<string, readonly string[]> = {};
  const known: Readonly<Record<string, readonly string[]>> = { ...defaultSettings.names };
  for (const [name, value] of Object.entries(given)) {
    const before = Object.hasOwn(known, name) ? known[name] : undefined;
    if (before === undefined) faults.push(`names.${name} is not known`);
    else if (!Array.isArray(value) || !value.every((each) => typeof each === 'string')) {
      faults.push(`names.${name} is a list of names`);
    } else read[name] = [...before, ...value];
  }
  return read;
}

function readIgnore(given: JsonValue | undefined, known: readonly string[], faults: string[]): IgnoreLine[] {
  if (given === undefined) return [];
  if (!Array.isArray(given)) {
    faults.push('ignore is not a list');
    return [];
  }
  return given.flatMap((each, at) => {
    const { rule, pointer = '', reason } = isJsonObject(each) ? each : ({} as JsonObject);
    const texts = typeof rule === 'string' && typeof pointer === 'string';
    if (!texts || !known.includes(rule)) faults.push(`ignore[${at}].rule: there is no such rule`);
    else if (typeof reason !== 'string' || reason.trim() === '') faults.push(`ignore[${at}] has no reason`);
    else return [{ rule, pointer, reason }];
    return [];
  });
}

function readTexts(given: JsonObject, faults: string[]): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (!/^PROF-SUM-(?:0[1-9]|1[0-4])$/.test(name))
      faults.push(`attest.${name}: conditions are PROF-SUM-01 to PROF-SUM-14`);
    else if (typeof value !== 'string' || value.trim() === '') faults.push(`attest.${name} is a statement`);
    else read[name] = value;
  }
  return read;
}

/** The reason to pass a finding over, by a list of lines. */
export function createPassOver(ignore: readonly IgnoreLine[]): (finding: LintFinding) => string | undefined {
  return ({ rule, location }) =>
    ignore.find((line) => line.rule === rule && covers(line.pointer, location.pointer))?.reason;
}

function covers(pattern: string, pointer: string): boolean {
  const [wanted, steps] = [pattern.split('/'), pointer.split('/')];
  return wanted.length <= steps.length && wanted.every((step, at) => step === '*' || step === steps[at]);
}
