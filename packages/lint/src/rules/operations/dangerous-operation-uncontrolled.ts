/** PROF-OPS-04, PROF-WRITE-13: a harmful operation has at least one safeguard. */
import type { Api, ApiOperation, Parameter, ResponseView } from '../../api/api.js';
import { losesMany } from '../../api/large-loss.js';
import { hasPreview } from '../../api/operation-facts.js';
import { isUndone } from '../../api/undoable.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';

const permission =
  /\b(?:requires?|required|needs?|must (?:be|have)|only)\b[^.]{0,60}\b(?:permission|privilege|capability|scope|role|admin\w*|owner)s?\b|\b(?:permissions?|privileges?|capabilit(?:y|ies)|scopes?)(?: required)?\s*[:|]/i;

const infrastructure = new Set('infrastructure cluster node deploy firewall dns iam'.split(' '));

/** Dangerous operations without a safeguard. */
export const dangerousOperationUncontrolled: Rule = {
  id: 'dangerous-operation-uncontrolled',
  requirement: 'PROF-OPS-04',
  severity: 'warning',
  varies:
    'error for operations that are declared irreversible, and for a DELETE without an id in its path that removes a whole collection or several things; info for other operations, including the DELETE of one thing by its id with everything that belongs to it, a DELETE that one call undoes, whose title states another action, whose required permission or role is named, or whose resource the API protects from deletion while it is in use or on request',
  message: '{operation} {danger} without a safeguard: it has no dry run, no risk metadata and no scope of its own.',
  why: 'Agents act on incomplete knowledge; without a safeguard their first mistake is final.',
  help: 'Offer a dry run, declare x-agent.risk, or require a scope that reads do not need.',
  check(api, report) {
    for (const operation of api.exposed) {
      const danger = dangerOf(operation);
      if (danger === undefined || isControlled(api, operation, api.once(readScopes))) continue;
      const { label, pointer } = operation;
      report(pointer, { operation: label, danger }, { severity: isFinal(api, operation) ? 'error' : 'info' });
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
    bad: [
      { 'delete /t/{id}': { description: '| Permissions |\n| ------- |\n| DeletePlan |' } },
      { 'delete /t': {} },
      { 'delete /t/{id}': { summary: 'Delete a task and all its comments' } },
      { 'post /orders': { operationId: 'order_refund' } },
    ],
  },
};

/** True for an operation that this rule reports as an error; other rules then have nothing to add. */
export function isUncontrolledLoss(api: Api, operation: ApiOperation): boolean {
  return (
    dangerOf(operation) !== undefined && isFinal(api, operation) && !isControlled(api, operation, api.once(readScopes))
  );
}

function isFinal(api: Api, operation: ApiOperation): boolean {
  return (
    operation.agent.irreversible ||
    (!isItem(operation) &&
      losesMany(api, operation) &&
      saysDelete(operation) &&
      !isUndone(api, operation) &&
      !isProtected(api, operation) &&
      !namesPermission(operation))
  );
}

/** One thing is deleted on purpose, with what belongs to it; who deletes too much has left out a filter. */
function isItem({ path }: ApiOperation): boolean {
  return /\}\/?$/.test(path);
}

function dangerOf({ kinds, bodyTypes, path, value, method }: ApiOperation): string | undefined {
  if (!kinds.write) return undefined;
  if (kinds.risky) return method === 'delete' ? 'deletes' : 'can do harm';
  if (bodyTypes.length > 0 && bodyTypes.every(({ type }) => type === 'application/octet-stream'))
    return 'takes opaque bytes';
  const tags = Array.isArray(value.tags) ? value.tags.join(' ') : '';
  const words = [...tokensOf(path), ...tokensOf(tags)];
  return words.some((word) => infrastructure.has(word)) ? 'changes infrastructure' : undefined;
}

/** What removes a thing; "Mark all as read" and "Log out" use DELETE too. */
const deletion = /^[^.]{0,60}?\b(?:delet|remov|destroy|eras|purg|drop|wip|terminat|cancel)/i;

/** True unless a title, or the name, states another action. */
function saysDelete({ id, summary = '', description = '' }: ApiOperation): boolean {
  if (/^(?:un[a-z]+|detach|disassociate|disconnect|revoke|leave|logout)$/.test(tokensOf(id ?? '')[0] ?? ''))
    return false;
  const title = (summary.trim() || description.trim()).slice(0, 200);
  if (!/^\W*[a-z]/i.test(title)) return true;
  return deletion.test(title) && !/^\W*request|\brevok/i.test(`${title} ${description.slice(0, 200)}`);
}

const refused =
  /\bcan(?:no|['’])t (?:be )?(?:delete|remove)|\bcannot (?:be )?(?:delete|remove)|\bonly (?:be )?(?:deleted|removed)? ?(?:if|when|once)\b|\bmust (?:not )?be (?:empty|unused|detached|stopped|attached)\b|\b(?:still )?in use\b|\b(?:delet\w+|remov\w+) protect|\bprotected\b/i;

/** The server refuses to delete what is in use, or what a caller has protected. */
function isProtected({ exposed }: Api, { path, summary = '', description = '', responses }: ApiOperation): boolean {
  if (refused.test(`${summary}. ${description.slice(0, 2_000)}`)) return true;
  const isRefusal = ({ status, description = '' }: ResponseView) =>
    /^(?:409|412|423|428)$/.test(status) || (/^(?:400|5..)$/.test(status) && refused.test(description.slice(0, 500)));
  if (responses.some(isRefusal)) return true;
  return exposed.some((each) => each.path.startsWith(`${path}/`) && /protect/i.test(each.path.slice(path.length)));
}

/** "Permissions: DeletePlan", "Requires the role admin": a safeguard, though only people can read it. */
function namesPermission({ summary = '', description = '', value }: ApiOperation): boolean {
  const declared = Object.keys(value).some((name) => /^x-.*(?:rights|permission|role|scope|privilege)/i.test(name));
  return declared || permission.test(`${summary} ${description.slice(0, 2_000)}`);
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
