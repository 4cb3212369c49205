/** The two linters that our own API description must pass, each with its full published rule set. */
import { createConfig, lintFromString } from '@redocly/openapi-core';
import type { RulesetDefinition } from '@stoplight/spectral-core';
import spectralCore from '@stoplight/spectral-core';
import { Json } from '@stoplight/spectral-parsers';
import { oas } from '@stoplight/spectral-rulesets';

const { Document, Spectral } = spectralCore;

/** Findings of Redocly's recommended rules, one line each. */
export async function lintWithRedocly(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: text, absoluteRef: 'openapi.json', config });
  return problems.map((problem) => `${problem.ruleId} at ${problem.location[0]?.pointer ?? '?'}: ${problem.message}`);
}

/** Findings of Spectral's `oas` rules, one line each. */
export async function lintWithSpectral(text: string): Promise<string[]> {
  const spectral = new Spectral();
  // The type of the published rule set is wider than the parameter type.
  spectral.setRuleset({ extends: [[oas as unknown as RulesetDefinition, 'recommended']] });
  const findings = await spectral.run(new Document(text, Json, 'openapi.json'));
  return findings.map((finding) => `${finding.code} at /${finding.path.join('/')}: ${finding.message}`);
}
