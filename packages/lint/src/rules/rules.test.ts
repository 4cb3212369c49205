/**
 * Runs every rule's cases: no findings for the good ones, the stated number for the bad ones; ids as in the profile.
 */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { lintApi } from '../linting/lint-api.js';
import type { Rule } from '../rule-model/rule.js';
import { buildCase } from '../rule-model/rule-cases.js';
import { defaultSettings } from '../settings/settings.js';
import { rules } from './index.js';

/** Profile requirements that another requirement's check covers. */
const sameCheck: Readonly<Record<string, readonly string[]>> = {
  'PROF-ERR-03': ['PROF-SIG-03'],
  'PROF-RESP-13': ['PROF-SIG-04', 'PROF-TOOL-05'],
  'PROF-RESP-12': ['PROF-TOOL-05'],
  'PROF-WRITE-09': ['PROF-SIG-05'],
  'PROF-DESC-17': ['PROF-SIG-06'],
  'PROF-WRITE-11': ['PROF-SIG-07'],
  'PROF-FACT-02': ['PROF-DESC-09'],
  'PROF-WRITE-04': ['PROF-DESC-20'],
  'PROF-WRITE-02': ['PROF-FACT-04'],
  'PROF-DESC-13': ['PROF-DESC-26'],
  'PROF-DESC-11': ['PROF-DESC-27'],
  'PROF-OPS-08': ['PROF-TOOL-02'],
  'PROF-OPS-07': ['PROF-TOOL-06'],
  'PROF-AUTH-02': ['PROF-SEC-14'],
  'PROF-RESP-06': ['PROF-DESC-21'],
};

function linesOf({ requirement }: Rule): string {
  return [requirement, ...(sameCheck[requirement] ?? [])].map((line) => `[${line}]`).join(' ');
}

function findingsOf(rule: Rule, given: JsonObject) {
  return lintApi(readApi(buildCase(given), defaultSettings), [rule]).findings;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it.each(rule.cases.good.map((given, at) => [at + 1, given] as const))(
    'reports nothing for good case %i',
    (_at, given) => {
      expect(findingsOf(rule, given).map(({ message }) => message)).toEqual([]);
    },
  );

  const bad = rule.cases.bad.map((given, at) => [at + 1, given] as const);
  it.each(bad)(`${linesOf(rule)} reports bad case %i`, (_at, given) => {
    const [document, count] = Array.isArray(given)
      ? [given[0] as JsonObject, given[1] as number]
      : [given as JsonObject, 1];
    const found = findingsOf(rule, document);
    expect(found.map(({ message }) => message)).toHaveLength(count);
    for (const { message, help } of found)
      expect(`${message} ${help}`).not.toMatch(
        /(?<!\/)\{(?:operation|name|other|count|limit|fault|missing|subject|kind)\}/,
      );
  });
});

describe('the list of rules', () => {
  it('has unique kebab-case ids, with cases of both kinds', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, cases, why, help } of rules) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(cases.good.length * cases.bad.length).toBeGreaterThan(0);
      expect(why.length * help.length).toBeGreaterThan(0);
    }
  });
});
