/** Differences of one operation in two versions: name, texts, parameters, bodies, responses, security. */
import { classifyPresenceChange, classifyTextChange, type Presence } from '@dragoman/model';
import type { ApiOperation, Placed } from '../api/api.js';
import type { ApiChange } from './change.js';
import { compareAccess } from './compare-access.js';
import { compareAnswers } from './compare-answers.js';
import { compareContent } from './compare-content.js';
import { compareLabels } from './compare-labels.js';
import { compareParameters } from './compare-parameters.js';
import { compareOwnServers } from './compare-servers.js';
import { type ApiPair, directionOf, type PartChange } from './part-changes.js';

/** Two versions of one operation. */
export interface OperationPair {
  before: ApiOperation;
  after: ApiOperation;
}

/** Lists the differences. */
export function compareOperations(pair: OperationPair, apis: ApiPair): ApiChange[] {
  const changes = [
    ...compareTexts(pair),
    ...compareParameters(pair, apis),
    ...compareInput(pair, apis),
    ...compareAnswers(pair, apis),
    ...compareAccess(pair, apis),
    ...compareOwnServers(pair, apis),
    ...compareLabels(pair),
  ];
  // A webhook is called by the service, so no tool is made from it.
  const isTool = ({ tool }: PartChange) => tool && apis.isReversed !== true;
  return changes.map((change) => ({ ...change, tool: isTool(change), operation: pair.after.label }));
}

function compareTexts({ before, after }: OperationPair): PartChange[] {
  const at = { pointer: after.pointer, side: 'new', tool: true } as const;
  const found: PartChange[] = [];
  if (before.id !== after.id && before.id !== undefined) {
    const message = `The operationId ${before.id} is now ${after.id ?? 'missing'}.`;
    found.push({ ...at, effect: 'breaking', message, rule: 'operation-id-changed', severity: 'error' });
  }
  if (before.deprecated !== after.deprecated) {
    found.push({
      ...at,
      effect: 'compatible',
      message: after.deprecated ? 'The operation is now deprecated.' : 'The operation is no longer deprecated.',
    });
  }
  const text = classifyTextChange(before.summary, after.summary);
  if (text?.effect === 'meaning') {
    const message = 'The summary has little in common with the previous one.';
    found.push({ ...at, ...text, message, severity: 'warning' });
  } else if (text !== undefined) found.push({ ...at, ...text, message: 'The summary changed.' });
  if (before.description !== after.description)
    found.push({ ...at, effect: 'description', message: 'The description changed.' });
  return found;
}

function compareInput({ before, after }: OperationPair, apis: ApiPair): PartChange[] {
  const at = { pointer: after.body?.pointer ?? after.pointer, side: 'new', tool: true, where: 'request body' } as const;
  const presence = (body: Placed | undefined): Presence =>
    body === undefined ? 'absent' : body.value.required === true ? 'required' : 'optional';
  const [was, is] = [presence(before.body), presence(after.body)];
  const found: PartChange[] = [];
  const verdict = classifyPresenceChange(directionOf(apis, 'input'), was, is);
  if (verdict !== undefined) {
    const message =
      is === 'absent'
        ? 'The request body was removed.'
        : was === 'absent'
          ? `A request body is now ${is === 'required' ? 'required' : 'accepted'}.`
          : `The request body is now ${is}.`;
    found.push({ ...at, ...verdict, message });
  }
  if (before.body === undefined || after.body === undefined) return found;
  return [
    ...found,
    ...compareContent(before.bodyTypes, after.bodyTypes, { where: 'request body', direction: 'input', at }, apis),
  ];
}
