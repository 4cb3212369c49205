/** Severities from a Spectral ruleset, for the rules that both linters have. */
import type { RuleLevels } from '@dragoman/lint';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Names that Spectral looks for. */
export const spectralFiles: readonly string[] = Object.freeze(['.spectral.yaml', '.spectral.yml', '.spectral.json']);

type Level = 'off' | 'info' | 'warning' | 'error';

/** Spectral rule → ours. */
export const counterparts: Readonly<Record<string, string>> = {
  'operation-operationId': 'operation-id-missing',
  'operation-operationId-unique': 'operation-id-duplicate',
  'operation-description': 'description-missing',
  'operation-summary': 'summary-missing',
  'oas3-parameter-description': 'parameter-undescribed',
  'oas2-parameter-description': 'parameter-undescribed',
  'oas3-valid-media-example': 'example-invalid',
  'oas3-valid-schema-example': 'example-invalid',
  'oas2-valid-media-example': 'example-invalid',
  'oas2-valid-schema-example': 'example-invalid',
  'oas3-server-not-example.com': 'server-not-public',
  'oas2-host-not-example': 'server-not-public',
  'oas3-schema': 'specification-violated',
  'oas2-schema': 'specification-violated',
  'oas3-unused-component': 'component-unused',
  'oas2-unused-definition': 'component-unused',
  'oas3-operation-security-defined': 'security-scheme-undefined',
  'oas2-operation-security-defined': 'security-scheme-undefined',
  'operation-operationId-valid-in-url': 'operation-id-unusable',
  'operation-parameters': 'parameter-duplicate',
  'operation-success-response': 'success-response-missing',
  'operation-tag-defined': 'tag-undefined',
  'path-not-include-query': 'path-with-query',
  'no-$ref-siblings': 'ref-siblings-ignored',
  'array-items': 'array-items-missing',
  'typed-enum': 'enum-invalid',
  'duplicated-entry-in-enum': 'enum-invalid',
  'openapi-tags': 'discovery-metadata-thin',
  'info-description': 'discovery-metadata-thin',
  'operation-tags': 'discovery-metadata-thin',
};

/** What a ruleset says about rules that both linters have. */
export interface SpectralLevels {
  levels: RuleLevels;
  /** Levels for the documents that one of the patterns matches; later ones replace earlier ones. */
  overrides: readonly { files: readonly string[]; levels: RuleLevels }[];
  /** What has no counterpart here. */
  others: readonly string[];
}

/** Reads a ruleset; an override for a part of a document (`file#/pointer`) has no counterpart. */
export function readSpectralLevels(value: JsonValue): SpectralLevels {
  const ruleset = isJsonObject(value) ? value : {};
  const { levels, others } = readRules(ruleset.rules);
  const overrides = (Array.isArray(ruleset.overrides) ? ruleset.overrides : []).filter(isJsonObject).map((each) => {
    const patterns = (Array.isArray(each.files) ? each.files : []).filter((file) => typeof file === 'string');
    const { levels: own, others: unknown } = readRules(each.rules);
    others.push(...patterns.filter((file) => file.includes('#')), ...unknown);
    return { files: patterns.filter((file) => !file.includes('#')), levels: own };
  });
  return { levels, overrides, others: [...new Set(others)] };
}

function readRules(rules: JsonValue | undefined): { levels: RuleLevels; others: string[] } {
  const levels: Record<string, Level> = {};
  const others: string[] = [];
  for (const [name, setting] of Object.entries(isJsonObject(rules) ? rules : {})) {
    const level = levelOf(isJsonObject(setting) ? setting.severity : setting);
    const own = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
    if (own === undefined) others.push(name);
    else if (level !== undefined) levels[own] = strictest(levels[own], level);
  }
  return { levels, others };
}

/** Several Spectral rules can be one of ours, which must not be off because one of them is. */
function strictest(one: Level | undefined, other: Level): Level {
  return one === undefined || order.indexOf(one) < order.indexOf(other) ? other : one;
}

const order: readonly Level[] = ['off', 'info', 'warning', 'error'];

/** `true` keeps the default. */
function levelOf(setting: JsonValue | undefined): Level | undefined {
  if (setting === false || setting === 'off' || setting === -1) return 'off';
  if (setting === 'error' || setting === 0) return 'error';
  if (setting === 'warn' || setting === 1) return 'warning';
  return setting === 'info' || setting === 'hint' || setting === 2 || setting === 3 ? 'info' : undefined;
}
