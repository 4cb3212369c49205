/** Tests that the worked examples of the profile produce exactly the findings in its tables. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lintDocument } from './linting/lint-document.js';

const read = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url));
const summarise = (name: string) =>
  lintDocument(read(name), { uri: name })
    .findings.map(({ rule, severity }) => `${rule} ${severity}`)
    .filter((each, at, all) => all.indexOf(each) === at)
    .sort();

const weak = `
operation-id-generated warning
description-restates-name warning
request-body-optional info
prose-only-caution warning
unexplained-jargon info
use-when-missing info
do-not-use-missing info
side-effects-missing info
parameter-untyped error
parameter-undescribed info
closed-set-without-enum warning
input-object-open warning
input-array-unbounded info
required-unstated info
money-without-currency info
example-missing info
example-missing warning
response-schema-missing error
next-actions-missing info
error-response-missing error
idempotency-key-missing info
dry-run-missing info
risk-metadata-missing warning
dangerous-operation-uncontrolled info
write-not-reversible info
write-without-security error
identifier-unobtainable info
lookup-missing info
rate-limit-undocumented info
quota-signal-missing info
correlation-undocumented info
discovery-metadata-thin info`;

describe('the worked examples', () => {
  it('produce no findings for the strong description', () => {
    expect(summarise('strong.yaml')).toEqual([]);
  });

  it('produce exactly the findings of the table for the weak description', () => {
    expect(summarise('weak.yaml')).toEqual(weak.trim().split('\n').sort());
  });

  it('point to the exact locations', () => {
    const { findings } = lintDocument(read('weak.yaml'), { uri: 'weak.yaml' });
    const places = (rule: string) =>
      findings
        .filter((each) => each.rule === rule)
        .map(({ location: { start, pointer } }) => `${start?.line}:${start?.column} ${pointer.split('/').at(-1)}`);
    expect(places('parameter-undescribed')).toEqual(['16:23 woId', '18:25 amount', '19:17 lines', '24:29 text']);
    expect(places('operation-id-generated')).toEqual(['6:20 operationId']);
    expect(places('input-object-open')).toHaveLength(2);
  });
});

describe('the label', () => {
  const label = (name: string) =>
    Object.fromEntries(lintDocument(read(name), {}).label.map(({ id, verdict }) => [id, verdict]));

  it('fails when static evidence is sufficient, and claims nothing else', () => {
    const verdicts = label('weak.yaml');
    const failed = Object.keys(verdicts).filter((id) => verdicts[id] === 'fails');
    expect(failed.map((id) => id.slice(-2))).toEqual(['01', '02', '03', '08', '09', '10', '11']);
    expect(verdicts['PROF-SUM-13']).toBe('not determined');
  });

  it('is not granted without checks of the running API', () => {
    const verdicts = Object.values(label('strong.yaml'));
    expect(verdicts).not.toContain('fails');
    expect(verdicts).toContain('not determined');
    expect(verdicts).toContain('holds');
  });
});
