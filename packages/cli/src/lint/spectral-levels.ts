/** Severities from a Spectral ruleset, for the rules that both linters have. */
import type { RuleLevels } from '@dragoman/lint';
import type { JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Names that Spectral looks for. */
export const spectralFiles: readonly string[] = Object.freeze(['.spectral.yaml', '.spectral.yml', '.spectral.json']);

/** Spectral rule → ours. */
const counterparts: Readonly<Record<string, string>> = {
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
  'oas3-server-not-example.com': 'discovery-metadata-thin',
  'info-description': 'discovery-metadata-thin',
  'operation-tags': 'discovery-metadata-thin',
};

/** The levels of a ruleset, and its overrides that have no counterpart here. */
export function readSpectralLevels(value: JsonValue): { levels: RuleLevels; others: readonly string[] } {
  const rules = isJsonObject(value) && isJsonObject(value.rules) ? value.rules : {};
  const levels: Record<string, 'off' | 'info' | 'warning' | 'error'> = {};
  const others: string[] = [];
  for (const [name, setting] of Object.entries(rules)) {
    const level = levelOf(isJsonObject(setting) ? setting.severity : setting);
    const own = Object.hasOwn(counterparts, name) ? counterparts[name] : undefined;
    if (own === undefined) others.push(name);
    else if (level !== undefined) levels[own] = level;
  }
  return { levels, others };
}

/** `true` keeps the default. */
function levelOf(setting: JsonValue | undefined): 'off' | 'info' | 'warning' | 'error' | undefined {
  if (setting === false || setting === 'off' || setting === -1) return 'off';
  if (setting === 'error' || setting === 0) return 'error';
  if (setting === 'warn' || setting === 1) return 'warning';
  return setting === 'info' || setting === 'hint' || setting === 2 || setting === 3 ? 'info' : undefined;
}
