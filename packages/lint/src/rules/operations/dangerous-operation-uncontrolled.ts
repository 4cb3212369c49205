/** PROF-OPS-04, PROF-WRITE-13: a harmful operation has at least one safeguard. */
import type { Api, ApiOperation, Parameter } from '../../api/api.js';
import { hasPreview } from '../../api/operation-facts.js';
import { isSetAgain, unlinks } from '../../api/undoable.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const infrastructure = new Set('infrastructure cluster node deploy firewall dns iam'.split(' '));

/** Dangerous operations without a safeguard. */
export const dangerousOperationUncontrolled: Rule = {
  id: 'dangerous-operation-uncontrolled',
  requirement: 'PROF-OPS-04',
  severity: 'warning',
  varies:
    'error for DELETE and irreversible operations; info for others, and for a DELETE that only takes something out of a group or that one call without a body undoes',
  message: '{operation} {danger} without a safeguard: it has no dry run, no risk metadata and no scope of its own.',
  why: 'Agents act on incomplete knowledge; without a safeguard their first mistake is final.',
  help: 'Offer a dry run, declare x-agent.risk, or require a scope that reads do not need.',
  check(api, report) {
    const scopes = readScopes(api);
    for (const operation of api.exposed) {
      const danger = dangerOf(operation);
      if (danger === undefined || isControlled(api, operation, scopes)) continue;
      const { label, pointer, method, agent } = operation;
      const isFinal =
        agent.irreversible || (method === 'delete' && !unlinks(api, operation) && !isSetAgain(api, operation.path));
      report(pointer, { operation: label, danger }, { severity: isFinal ? 'error' : 'info' });
    }
  },
  cases: {
    good: [
      { 'delete /t': { 'x-agent': { dry_run: true } } },
      { 'delete /t': { 'x-agent': { risk: { requires_confirmation: true } } } },
      { 'delete /t': { parameters: [{ name: 'token', in: 'query', description: 'Token to confirm the deletion' }] } },
      {
        'delete /t': { security: [{ oauth: ['all'] }] },
        'get /t': { security: [{ oauth: ['all'] }, { oauth: ['readonly'] }] },
      },
      { 'delete /t': { security: [{ oauth: ['t:delete'] }] }, 'get /t': { security: [{ oauth: ['t:read'] }] } },
    ],
    bad: [{ 'delete /t': {} }, { 'post /orders': { operationId: 'order_refund' } }],
  },
};

function dangerOf({ kinds, bodyTypes, path, value, method }: ApiOperation): string | undefined {
  if (!kinds.write) return undefined;
  if (kinds.risky) return method === 'delete' ? 'deletes' : 'can do harm';
  if (bodyTypes.length > 0 && bodyTypes.every(({ type }) => type === 'application/octet-stream'))
    return 'takes opaque bytes';
  const tags = Array.isArray(value.tags) ? value.tags.join(' ') : '';
  const words = [...tokensOf(path), ...tokensOf(tags)];
  return words.some((word) => infrastructure.has(word)) ? 'changes infrastructure' : undefined;
}

function readScopes(api: Api): ReadonlySet<string> {
  return new Set(api.exposed.filter(({ kinds }) => kinds.read).flatMap(scopesOf));
}

/** The scopes that an operation requires, with their schemes. */
function scopesOf({ security }: ApiOperation): string[] {
  return (security ?? []).flatMap((each) =>
    Object.entries(each).flatMap(([scheme, scopes]) =>
      Array.isArray(scopes) ? scopes.map((scope) => `${scheme} ${String(scope)}`) : [],
    ),
  );
}

function isControlled(api: Api, operation: ApiOperation, readable: ReadonlySet<string>): boolean {
  const { agent } = operation;
  if (agent.risk || agent.cancel !== undefined || agent.confirmation || hasPreview(api, operation)) return true;
  if (operation.parameters.some(confirms)) return true;
  const scopes = scopesOf(operation);
  return scopes.length > 0 && (scopes.some((scope) => !readable.has(scope)) || isNarrower(api, operation, scopes));
}

/** A value that the caller gets for this one call, and sends to confirm it. */
function confirms({ name, in: place, description }: Parameter): boolean {
  if (place === 'path') return false;
  return /^confirm/i.test(name) || (/token|code/i.test(name) && /\bconfirm/i.test(description ?? ''));
}

/** A scope that allows reads of the same resource but not this operation keeps readers out. */
function isNarrower(api: Api, { path }: ApiOperation, scopes: readonly string[]): boolean {
  const read = api.exposed.find((each) => each.kinds.read && each.path === path);
  return read !== undefined && scopesOf(read).some((scope) => !scopes.includes(scope));
}
