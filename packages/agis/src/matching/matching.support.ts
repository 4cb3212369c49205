/** The six services of the fixtures as one map, and the matcher over it. */
import { readFileSync } from 'node:fs';
import { isJsonObject } from '@dragoman/model';
import { parseAgis } from '../parse-agis.js';
import { createAgisValidator } from '../validate.js';
import { labeledSituation } from './labelled-instructions.support.js';
import type { Matcher, MatcherPorts } from './match-instruction.js';
import { createMatcher } from './match-instruction.js';
import type { MappedEndpoint, ServiceMap } from './service-map.js';
import { mapService } from './service-map.js';

/** Names of the documents in `fixtures/`. */
export const fixtureServices = ['library', 'freight', 'machine-hire', 'restaurant', 'calendar', 'bank'] as const;

const validator = createAgisValidator();

/** The text of a file in `fixtures/`. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}

/** The map of a document; throws when it does not conform. */
export function mapText(text: string): ServiceMap {
  const { value } = parseAgis(new TextEncoder().encode(text));
  if (value === undefined || !isJsonObject(value.document)) throw new Error('the fixture cannot be parsed');
  const report = validator.validate(value);
  if (!report.conforms) throw new Error(JSON.stringify(report.findings.filter(({ severity }) => severity === 'error')));
  return mapService(value.document, report.findings);
}

/** Every endpoint of the six services. */
export function fixtureEndpoints(): MappedEndpoint[] {
  return fixtureServices.flatMap((name) => mapText(readFixture(`${name}.agis`)).endpoints);
}

/** A matcher with the clock and time zone that the lists assume. */
export function createFixtureMatcher(ports: Partial<MatcherPorts> = {}, endpoints = fixtureEndpoints()): Matcher {
  const { now, timeZone } = labeledSituation;
  return createMatcher(endpoints, { words: validator.words, timeZone, now: () => now, ...ports });
}
