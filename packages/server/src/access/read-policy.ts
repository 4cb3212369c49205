/** Reads a policy file and reports all its problems at once; runs the tests in it. */
import type { ArgumentCondition, Caller, Policy, PolicyDecision, Scope } from '@dragoman/core/engine';
import { createPolicyEngine, groupPrefix, hasScope, scopes } from '@dragoman/core/engine';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { checkSetting, unknownName } from '../config/check-setting.js';
import type { ConfigProblem } from '../config/config-error.js';
import { parseConfigText } from '../config/parse-config-text.js';
import { policySchema } from './policy-schema.js';

/** An expected decision. */
export interface PolicyTest {
  name?: string;
  caller?: string;
  groups?: string[];
  service?: string;
  operation?: string;
  impact?: string;
  arguments?: JsonObject;
  access?: Scope;
  expect: 'allow' | 'deny';
}

/** A policy and its tests. */
export interface PolicyFile {
  policy: Policy;
  tests: readonly PolicyTest[];
}

/** Parses a policy file; no file when it has problems. */
export function parsePolicy(text: string, path: string): { file?: PolicyFile; problems: ConfigProblem[] } {
  const { value = {}, originOf, problems } = parseConfigText(text, path);
  const tokensOf = (key: string) => key.match(/[^.[\]]+/g) ?? [];
  const found = [
    ...problems,
    ...[...checkSetting(value, policySchema), ...checkConditions(value)].map(({ path: key, message }) => ({
      key: key.replace(/^\./, '') || 'policy',
      origin: originOf(tokensOf(key)),
      message,
    })),
  ];
  if (found.length > 0) return { problems: found };
  const {
    roles = [],
    rules = [],
    otherwise = 'allow',
    limits = [],
    prices = [],
    tests = [],
  } = value as unknown as Partial<Policy> & {
    tests?: PolicyTest[];
  };
  return { file: { policy: { roles, rules, otherwise, limits, prices }, tests }, problems: [] };
}

const operators: Readonly<Record<keyof Omit<ArgumentCondition, 'name'>, (value: JsonValue) => string | undefined>> = {
  equals: () => undefined,
  in: (value) => (Array.isArray(value) ? undefined : 'must be a list'),
  above: (value) => (typeof value === 'number' ? undefined : 'must be a number'),
  below: (value) => (typeof value === 'number' ? undefined : 'must be a number'),
  like: (value) => (typeof value === 'string' ? undefined : 'must be a text'),
  exists: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
};

/** Conditions have values of any type, which the schema of settings cannot express. */
function checkConditions(file: JsonValue): { path: string; message: string }[] {
  const rules = isJsonObject(file) && Array.isArray(file.rules) ? file.rules : [];
  return rules.flatMap((rule, at) => {
    const conditions = isJsonObject(rule) && Array.isArray(rule.arguments) ? rule.arguments : [];
    return conditions.flatMap((condition, index) => {
      if (!isJsonObject(condition)) return [];
      const path = `.rules[${at}].arguments[${index}]`;
      const given = Object.entries(condition).filter(([name]) => name !== 'name');
      if (given.length === 0) return [{ path, message: `needs one of ${Object.keys(operators).join(', ')}` }];
      return given.flatMap(([name, value]) => {
        const check = Object.hasOwn(operators, name) ? operators[name as keyof typeof operators] : undefined;
        const message = check === undefined ? unknownName(name, Object.keys(operators)) : check(value ?? null);
        return message === undefined ? [] : [{ path: `${path}.${name}`, message }];
      });
    });
  });
}

/** What a policy decides for a test. */
export function decideTest(policy: Policy, test: Omit<PolicyTest, 'expect' | 'name'>): PolicyDecision {
  const engine = createPolicyEngine(policy);
  const {
    caller: subject = 'someone',
    groups = [],
    service = 'service',
    operation = 'operation',
    impact = 'unknown',
  } = test;
  const held = [...scopes.filter((scope) => scope !== 'admin'), ...groups.map((group) => `${groupPrefix}${group}`)];
  const caller: Caller = { kind: 'key', subject, scopes: test.access === undefined ? held : [...held, test.access] };
  if (test.access !== undefined) {
    const known = engine.callerOf(caller);
    const isAllowed = test.access === 'admin' ? known.scopes.includes('admin') : hasScope(known, test.access);
    return { effect: isAllowed ? 'allow' : 'deny' };
  }
  return engine.decide(caller, { service, operation, impact, input: test.arguments ?? {}, isBatch: false });
}

/** True when nobody can administer a server with this policy: no caller and no group that it names, and nobody else. */
export function locksOutAdmins({ roles, rules, ...policy }: Policy): boolean {
  const engine = createPolicyEngine({ roles, rules, ...policy });
  const named = rules.filter(({ access }) => access !== undefined);
  const groups = [...roles.map(({ group }) => group), ...named.flatMap((rule) => rule.groups ?? [])];
  const subjects = ['someone', ...named.flatMap((rule) => rule.callers ?? [])].map((name) => name.replaceAll('*', 'x'));
  return !subjects.some((subject) =>
    [[], ...groups.map((group) => [`${groupPrefix}${group.replaceAll('*', 'x')}`])].some((held) =>
      engine.callerOf({ kind: 'key', subject, scopes: ['admin', ...held] }).scopes.includes('admin'),
    ),
  );
}
