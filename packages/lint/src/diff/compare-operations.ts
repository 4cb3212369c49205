/** Differences of one operation in two versions: name, texts, parameters, bodies, responses, security. */
import { classifyPresenceChange, classifyTextChange } from '@dragoman/model';
import type { Api, ApiOperation, Parameter } from '../api/api.js';
import type { ApiChange } from './change.js';
import { compareSchemas, type SchemaChange } from './compare-schemas.js';

/** Two versions of one operation. */
export interface OperationPair {
  before: ApiOperation;
  after: ApiOperation;
}

type Partly = Omit<ApiChange, 'operation'>;

/** Lists the differences. */
export function compareOperations(pair: OperationPair, apis: { before: Api; after: Api }): ApiChange[] {
  const changes = [
    ...compareTexts(pair),
    ...compareParameters(pair, apis),
    ...compareInput(pair, apis),
    ...compareAnswers(pair, apis),
    ...compareAccess(pair),
  ];
  return changes.map((change) => ({ ...change, operation: pair.after.label }));
}

function compareTexts({ before, after }: OperationPair): Partly[] {
  const at = { pointer: after.pointer, side: 'new', tool: true } as const;
  const found: Partly[] = [];
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

function compareParameters({ before, after }: OperationPair, apis: { before: Api; after: Api }): Partly[] {
  const key = (each: Parameter) => `${each.in} ${each.in === 'header' ? each.name.toLowerCase() : each.name}`;
  const [old, now] = [index(before.parameters, key), index(after.parameters, key)];
  const presence = (each: Parameter | undefined) =>
    each === undefined ? 'absent' : each.required ? 'required' : 'optional';
  const judge = (was: Parameter | undefined, is: Parameter | undefined, message: string): Partly[] => {
    const verdict = classifyPresenceChange('input', presence(was), presence(is));
    const place = { pointer: (is ?? was)?.pointer ?? '', side: is === undefined ? 'old' : 'new', tool: true } as const;
    return verdict === undefined ? [] : [{ ...verdict, message, ...place }];
  };
  const gone = [...old].flatMap(([name, each]) =>
    now.has(name) ? [] : judge(each, undefined, `The parameter ${each.name} was removed.`),
  );
  const changed = [...now].flatMap(([name, each]): Partly[] => {
    const was = old.get(name);
    const at = { pointer: each.pointer, side: 'new', tool: true } as const;
    const stands = each.required ? 'required' : 'optional';
    if (was === undefined) return judge(was, each, `The ${stands} parameter ${each.name} was added.`);
    return [
      ...judge(was, each, `The parameter ${each.name} is now ${stands}.`),
      ...(was.description === each.description
        ? []
        : [{ ...at, effect: 'description' as const, message: `The description of ${each.name} changed.` }]),
      ...fromSchemas(
        compareSchemas({ before: was.schema, after: each.schema, name: each.name }, { ...apis, direction: 'input' }),
        true,
      ),
    ];
  });
  return [...gone, ...changed];
}

function index<T>(list: readonly T[], key: (each: T) => string): Map<string, T> {
  return new Map(list.map((each) => [key(each), each]));
}

function fromSchemas(changes: readonly SchemaChange[], tool: boolean): Partly[] {
  return changes.map((change) => ({
    ...change,
    tool,
    ...(change.rule === undefined ? {} : { severity: 'error' as const }),
  }));
}

function compareInput({ before, after }: OperationPair, apis: { before: Api; after: Api }): Partly[] {
  const at = { pointer: after.pointer, side: 'new', tool: true } as const;
  const found: Partly[] = [];
  const [was, is] = [before.body?.value.required === true, after.body?.value.required === true];
  if (before.body === undefined && after.body !== undefined) {
    found.push({
      ...at,
      effect: is ? 'breaking' : 'compatible',
      message: `A request body is now ${is ? 'required' : 'accepted'}.`,
    });
  } else if (before.body !== undefined && after.body === undefined)
    found.push({ ...at, effect: 'breaking', message: 'The request body was removed.' });
  else if (was !== is)
    found.push({
      ...at,
      effect: is ? 'breaking' : 'compatible',
      message: `The request body is now ${is ? 'required' : 'optional'}.`,
    });
  for (const { type } of before.bodyTypes) {
    if (after.body === undefined || after.bodyTypes.some((each) => each.type === type)) continue;
    found.push({ ...at, effect: 'breaking', message: `The request body is no longer accepted as ${type}.` });
  }
  const changes = compareSchemas(
    { before: before.input, after: after.input, name: '' },
    { ...apis, direction: 'input' },
  );
  return [...found, ...fromSchemas(changes, true)];
}

function compareAnswers({ before, after }: OperationPair, apis: { before: Api; after: Api }): Partly[] {
  const now = index(after.responses, ({ status }) => status);
  const old = index(before.responses, ({ status }) => status);
  const found: Partly[] = [];
  for (const [status, was] of old) {
    const is = now.get(status);
    const at = { pointer: was.pointer, side: 'old', tool: false } as const;
    if (is === undefined) {
      found.push({
        ...at,
        effect: status.startsWith('2') ? 'breaking' : 'compatible',
        message: `The response ${status} was removed.`,
      });
      continue;
    }
    for (const { type } of was.content) {
      if (is.content.some((each) => each.type === type)) continue;
      found.push({ ...at, effect: 'breaking', message: `The response ${status} is no longer available as ${type}.` });
    }
    const changes = compareSchemas(
      { before: was.schema, after: is.schema, name: '' },
      { ...apis, direction: 'output' },
    );
    found.push(...fromSchemas(changes, false));
  }
  for (const [status, is] of now) {
    if (!old.has(status))
      found.push({
        effect: 'compatible',
        message: `The response ${status} was added.`,
        pointer: is.pointer,
        side: 'new',
        tool: false,
      });
  }
  return found;
}

function compareAccess({ before, after }: OperationPair): Partly[] {
  const ways = ({ security }: ApiOperation) =>
    (security ?? []).map((each) => JSON.stringify(each, Object.keys(each).sort()));
  const [one, other] = [ways(before), ways(after)];
  if (one.join() === other.join()) return [];
  const open = (list: readonly string[]) => list.length === 0 || list.includes('{}');
  const kept = open(other) || (!open(one) && one.every((way) => other.includes(way)));
  const message = 'The security requirements changed.';
  return [{ effect: kept ? 'compatible' : 'breaking', message, pointer: after.pointer, side: 'new', tool: false }];
}
