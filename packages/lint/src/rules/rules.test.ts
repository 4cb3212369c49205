/** Runs every rule's cases: silent on the good ones, heard on the bad ones as often as they say; ids as in the profile. */
import type { JsonObject } from '@dragoman/model';
import { describe, expect, it } from 'vitest';
import { readApi } from '../api/read-api.js';
import { lintApi } from '../lint-api.js';
import type { Rule } from '../rule.js';
import { buildCase } from '../rule-cases.js';
import { defaultSettings } from '../settings.js';
import { rules } from './index.js';

function findingsOf(rule: Rule, given: JsonObject) {
  return lintApi(readApi(buildCase(given), defaultSettings), [rule]).findings;
}

describe.each(rules.map((rule) => [rule.id, rule] as const))('%s', (_, rule) => {
  it.each(rule.cases.good.map((given, at) => [at + 1, given] as const))('is silent on good case %i', (_at, given) => {
    expect(findingsOf(rule, given).map(({ message }) => message)).toEqual([]);
  });

  const bad = rule.cases.bad.map((given, at) => [at + 1, given] as const);
  it.each(bad)(`[${rule.requirement}] speaks on bad case %i`, (_at, given) => {
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

describe('the list', () => {
  it('has every id once, in kebab-case, with cases of both kinds', () => {
    const ids = rules.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { id, cases, why, help } of rules) {
      expect(id).toMatch(/^[a-z]+(-[a-z]+)+$/);
      expect(cases.good.length * cases.bad.length).toBeGreaterThan(0);
      expect(why.length * help.length).toBeGreaterThan(0);
    }
  });
});
