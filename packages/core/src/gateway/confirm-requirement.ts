/** Which calls require a confirmation, and by whom. */
import type { Operation } from '@dragoman/model';
import type { Call, ConfirmRequirement } from './call.js';
import { wireName } from './choose-operation.js';
import type { GatewaySettings } from './ports.js';

/** Which calls need which approval. */
export type ConfirmPolicy = Pick<GatewaySettings, 'confirm' | 'irreversible'>;

/** The members of an operation that decide. */
export type RiskyOperation = Pick<Operation, 'name' | 'tags' | 'impact' | 'safety' | 'effects'> &
  Partial<Pick<Operation, 'binding'>>;

/**
 * The first matching rule decides; without one, what a person set for the operation; else irreversible calls and those
 * that require it are confirmed.
 */
export function requirementFor(
  { confirm: rules, irreversible }: ConfirmPolicy,
  { caller, agentId }: Pick<Call, 'caller' | 'agentId'>,
  operation: RiskyOperation,
): ConfirmRequirement {
  const { impact = 'unknown' } = operation;
  const { kind, login } = caller;
  const rule = rules.find(
    (each) =>
      (each.caller === undefined || each.caller === caller.subject) &&
      (each.scope === undefined || caller.scopes.includes(each.scope)) &&
      (each.agent === undefined || each.agent === agentId) &&
      (each.operation === undefined || isNamed(operation, each.operation)) &&
      (each.tag === undefined || operation.tags.includes(each.tag)) &&
      (each.impact === undefined || each.impact === impact),
  );
  const isRisky =
    operation.effects?.chosen.confirm ?? (impact === 'irreversible' || operation.safety?.confirm === true);
  const usual = irreversible === 'auto' ? (kind === 'local' ? 'agent' : 'person') : irreversible;
  const asked = rule?.require ?? (isRisky ? usual : 'never');
  // In a browser session the token of the preview is sent by a person.
  return asked === 'confirm' || (asked === 'person' && login === true) ? 'agent' : asked;
}

/** By its name, or by its name in its own protocol: a rule takes the operationId that calls take. */
function isNamed({ name, binding }: RiskyOperation, wanted: string): boolean {
  return name === wanted || (binding !== undefined && wireName({ binding }) === wanted);
}

/** The requirement of a whole, given the requirements of its parts. */
export function strictestRequirement(demands: readonly ConfirmRequirement[]): ConfirmRequirement {
  return (['deny', 'person', 'agent'] as const).find((each) => demands.includes(each)) ?? 'never';
}
