/**
 * The policy of a server: which groups have which role, and which calls are allowed or denied. Pure functions of plain
 * data, so that a policy can be tested without a server.
 */
import type { Entry, JsonSchema, JsonValue, Operation } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { ArgumentCondition } from './argument-conditions.js';
import { meetsAll } from './argument-conditions.js';
import type { Caller, Scope } from './caller.js';
import { scopes } from './caller.js';
import type { FindQuotas, Price, QuotaRule } from './quotas.js';
import { createQuotas } from './quotas.js';
import type { Role } from './roles.js';
import { roleScopes } from './roles.js';
import type { Selection } from './selection.js';
import { anyOf, createSelector, groupsOf } from './selection.js';

/** A rule; absent members match everything, and the first matching rule decides. */
export interface PolicyRule extends Selection {
  effect: 'allow' | 'deny';
  impacts?: readonly string[];
  /** All of them must hold. */
  arguments?: readonly ArgumentCondition[];
  /** The rule is about these scopes of the caller instead of calls. */
  access?: readonly Scope[];
  /** Shown to the caller. */
  reason?: string;
}

/** A policy. */
export interface Policy {
  /** Roles of groups. */
  roles: readonly { group: string; role: Role }[];
  rules: readonly PolicyRule[];
  /** What applies to calls without a matching rule. */
  otherwise: 'allow' | 'deny';
  limits?: readonly QuotaRule[];
  prices?: readonly Price[];
}

/** A call that a policy decides on. */
export interface PolicyCall {
  service: string;
  operation: string;
  impact: string;
  /** Undefined while it is unknown, as in the plan of a workflow. */
  input: JsonValue | undefined;
  /** True when the input is a list of inputs. */
  isBatch: boolean;
}

/** A decision, and the rule that made it; no rule: the default. */
export interface PolicyDecision {
  effect: 'allow' | 'deny';
  /** Position of the rule, from 1. */
  rule?: number;
  reason?: string;
}

/** A policy in use. */
export interface PolicyEngine {
  /** The caller with the scopes of its roles, without those that are denied. */
  callerOf(caller: Caller): Caller;
  decide(caller: Caller, call: PolicyCall): PolicyDecision;
  /** The quotas of a call. */
  quotasOf: FindQuotas;
  /** Throws `FORBIDDEN` when the policy denies the call. */
  mayInvoke(caller: Caller, entry: Entry, operation: Operation, input?: JsonValue): void;
}

/** Creates the engine. */
export function createPolicyEngine(policy: Policy): PolicyEngine {
  const rules = policy.rules.map((rule, at) => ({ rule, number: at + 1, ...compileRule(rule) }));
  const accessRules = rules.filter(({ rule }) => rule.access !== undefined);
  const callRules = rules.filter(({ rule }) => rule.access === undefined);
  const rolesOf = (caller: Caller): Role[] => {
    const groups = groupsOf(caller);
    if (groups.length === 0) return [];
    return policy.roles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  };
  const decide = (caller: Caller, call: PolicyCall): PolicyDecision => {
    const roles = rolesOf(caller);
    const fitting = callRules.filter((each) => each.matchesCaller(caller, roles) && each.matchesCall(call));
    const inputs = call.isBatch && Array.isArray(call.input) ? call.input : [call.input];
    for (const input of inputs) {
      const found = fitting.find(({ rule }) => fits(rule, input));
      const effect = found?.rule.effect ?? policy.otherwise;
      if (effect === 'deny') return decisionOf(effect, found);
    }
    return decisionOf(
      'allow',
      fitting.find(({ rule }) => fits(rule, inputs[0])),
    );
  };
  return {
    callerOf(caller) {
      const roles = rolesOf(caller);
      if (roles.length === 0 && accessRules.length === 0) return caller;
      const held = new Set([...caller.scopes, ...roles.flatMap((role) => roleScopes[role])]);
      const isDenied = (scope: Scope) =>
        accessRules.find((each) => each.rule.access?.includes(scope) && each.matchesCaller(caller, roles))?.rule
          .effect === 'deny';
      const denied = scopes.filter((scope) => (held.has(scope) || held.has('admin')) && isDenied(scope));
      // Without the scope admin, what it implied is kept.
      if (denied.includes('admin')) for (const scope of scopes) if (!denied.includes(scope)) held.add(scope);
      for (const scope of denied) held.delete(scope);
      return { ...caller, scopes: [...held] };
    },
    decide,
    quotasOf: createQuotas(policy.limits ?? [], policy.prices ?? [], rolesOf),
    mayInvoke(caller, entry, operation, input) {
      const isBatch = Array.isArray(input) && !acceptsArray(operation.input);
      const call = {
        service: entry.id,
        operation: operation.name,
        impact: operation.impact ?? 'unknown',
        input,
        isBatch,
      };
      const { effect, rule, reason } = decide(caller, call);
      if (effect === 'allow') return;
      const which = rule === undefined ? 'no rule allows it' : `rule ${rule}`;
      throw new Failure('FORBIDDEN', {
        message: `The policy of this server denies this call (${which})${reason === undefined ? '.' : `: ${reason}`}`,
      });
    },
  };
}

function acceptsArray(schema: JsonSchema): boolean {
  return (
    isJsonObject(schema) && (schema.type === 'array' || (Array.isArray(schema.type) && schema.type.includes('array')))
  );
}

/** While the input is unknown, a rule that allows counts as matching; the call itself is decided again with its input. */
function fits({ effect, arguments: conditions }: PolicyRule, input: JsonValue | undefined): boolean {
  if (conditions === undefined || conditions.length === 0) return true;
  return input === undefined ? effect === 'allow' : meetsAll(conditions, input);
}

function decisionOf(effect: 'allow' | 'deny', found: { number: number; rule: PolicyRule } | undefined): PolicyDecision {
  if (found === undefined) return { effect };
  const { reason } = found.rule;
  return { effect, rule: found.number, ...(reason === undefined ? {} : { reason }) };
}

function compileRule(rule: PolicyRule) {
  const { matchesCaller, matchesTarget } = createSelector(rule);
  const matchesImpact = anyOf(rule.impacts);
  return { matchesCaller, matchesCall: (call: PolicyCall) => matchesTarget(call) && matchesImpact(call.impact) };
}
