/** Differences of one operation in two versions: name, texts, parameters, bodies, responses, security. */
import { classifyPresenceChange, classifyTextChange, type Direction, type Presence } from '@dragoman/model';
import type { Api, ApiOperation, Parameter, Placed, SchemaNode } from '../api/api.js';
import type { ApiChange } from './change.js';
import { compareAccess } from './compare-access.js';
import { compareHeaders } from './compare-headers.js';
import { compareSchemas } from './compare-schemas.js';
import type { SchemaEngines } from './schema-engines.js';

/** Two versions of one operation. */
export interface OperationPair {
  before: ApiOperation;
  after: ApiOperation;
}

/** Two versions of an API. */
export interface ApiPair {
  before: Api;
  after: Api;
  engines: SchemaEngines;
  /** True for operations that the service calls: what is a request elsewhere is received there. */
  isReversed?: boolean;
}

/** A change without the name of its operation. */
export type PartChange = Omit<ApiChange, 'operation'>;

/** Lists the differences. */
export function compareOperations(pair: OperationPair, apis: ApiPair): ApiChange[] {
  const changes = [
    ...compareTexts(pair),
    ...compareParameters(pair, apis),
    ...compareInput(pair, apis),
    ...compareAnswers(pair, apis),
    ...compareAccess(pair, apis),
  ];
  return changes.map((change) => ({ ...change, operation: pair.after.label }));
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

/** What callers send to operations is received by those who are called. */
function directionOf({ isReversed }: ApiPair, direction: Direction): Direction {
  if (isReversed !== true) return direction;
  return direction === 'input' ? 'output' : 'input';
}

/** The differences of a schema in a part of the operation. */
function schemaChanges(
  pair: { before: SchemaNode | undefined; after: SchemaNode | undefined },
  { where, tool, direction }: { where: string; tool: boolean; direction: Direction },
  apis: ApiPair,
): PartChange[] {
  const sent = directionOf(apis, direction);
  const context = {
    before: apis.before,
    after: apis.after,
    direction: sent,
    engine: apis.engines[sent],
    decisions: apis.engines.decisions,
  };
  return compareSchemas({ ...pair, name: `the ${where}` }, context).map(({ fixed: _, ...change }) => ({
    ...change,
    where,
    tool,
    ...(change.rule === undefined ? {} : { severity: 'error' as const }),
  }));
}

function compareParameters({ before, after }: OperationPair, apis: ApiPair): PartChange[] {
  const path = pathNames(before.path, after.path);
  const key = (each: Parameter, isOld: boolean) => {
    if (each.in === 'header') return `header ${each.name.toLowerCase()}`;
    return `${each.in} ${each.in === 'path' && isOld ? (path.get(each.name) ?? each.name) : each.name}`;
  };
  const old = new Map(before.parameters.map((each) => [key(each, true), each]));
  const now = new Map(after.parameters.map((each) => [key(each, false), each]));
  const gone = [...old].flatMap(([name, each]) =>
    now.has(name) ? [] : presenceChange(each, undefined, 'was removed', apis),
  );
  const changed = [...now].flatMap(([name, each]): PartChange[] => {
    const was = old.get(name);
    const isNow = each.required ? 'required' : 'optional';
    if (was === undefined) return presenceChange(was, each, `was added and is ${isNow}`, apis);
    return [
      ...presenceChange(was, each, `is now ${isNow}`, apis),
      ...encodingChange(was, each),
      ...(was.description === each.description
        ? []
        : [{ ...placeOf(each), effect: 'description' as const, message: `The description of ${each.name} changed.` }]),
      ...schemaChanges(
        { before: was.schema, after: each.schema },
        { where: `parameter ${each.name}`, tool: true, direction: 'input' },
        apis,
      ),
    ];
  });
  return [...gone, ...changed];
}

/** Renamed path parameters, by position: the caller fills the same place in the URL. */
function pathNames(before: string, after: string): ReadonlyMap<string, string> {
  const names = (path: string) => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const now = names(after);
  return new Map(names(before).map((name, at) => [name, now[at] ?? name]));
}

function placeOf(parameter: Parameter) {
  return { pointer: parameter.pointer, side: 'new', tool: true, where: `parameter ${parameter.name}` } as const;
}

function presenceChange(
  was: Parameter | undefined,
  is: Parameter | undefined,
  what: string,
  apis: ApiPair,
): PartChange[] {
  const presence = (each: Parameter | undefined) =>
    each === undefined ? 'absent' : each.required ? 'required' : 'optional';
  const verdict = classifyPresenceChange(directionOf(apis, 'input'), presence(was), presence(is));
  const parameter = is ?? was;
  if (verdict === undefined || parameter === undefined) return [];
  const message = `The parameter ${parameter.name} ${what}.`;
  return [{ ...placeOf(parameter), ...verdict, message, side: is === undefined ? 'old' : 'new' }];
}

/** How a value is written into the request; another form is another request. */
function encodingChange(was: Parameter, is: Parameter): PartChange[] {
  const formOf = ({ value, in: place }: Parameter) => {
    const style = value.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    return `${style} ${value.explode ?? style === 'form'} ${Object.keys(value.content ?? {}).join()}`;
  };
  const matters = isComposite(was) || isComposite(is);
  if (formOf(was) === formOf(is) || !matters) return [];
  return [
    {
      ...placeOf(is),
      effect: 'breaking',
      message: `The parameter ${is.name} is written in another form (style, explode or content).`,
    },
  ];
}

function isComposite({ schema, value }: Parameter): boolean {
  const type = schema?.schema.type;
  return value.content !== undefined || type === 'array' || type === 'object' || type === undefined;
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

type Content = readonly (Placed & { type: string })[];

interface ContentPlace {
  where: string;
  direction: Direction;
  at: Pick<PartChange, 'pointer' | 'side' | 'tool'>;
}

/** Media types with their schemas; a range such as `application/*` covers its types. */
function compareContent(
  was: Content,
  is: Content,
  { where, direction, at }: ContentPlace,
  apis: ApiPair,
): PartChange[] {
  const plain = (type: string) => type.split(';')[0]?.trim().toLowerCase() ?? '';
  const find = (content: Content, type: string) =>
    content.find((each) => each.type === type) ??
    content.find((each) => plain(each.type) === plain(type)) ??
    content.find((each) => covers(plain(each.type), plain(type)));
  const gone = was.filter(({ type }) => find(is, type) === undefined);
  const added = is.filter(
    ({ type }) => !was.some((each) => find([each], type) !== undefined || find(is, each.type)?.type === type),
  );
  const word = direction === 'input' ? 'accepted' : 'available';
  return [
    ...gone.map(
      ({ type }): PartChange => ({
        ...at,
        where,
        effect: 'breaking',
        message: `The ${where} is no longer ${word} as ${type}.`,
      }),
    ),
    ...added.map(
      ({ type }): PartChange => ({
        ...at,
        where,
        effect: 'compatible',
        message: `The ${where} is now ${word} as ${type}.`,
      }),
    ),
    ...was.flatMap(({ type, ...old }) => {
      const now = find(is, type);
      if (now === undefined) return [];
      const pair = { before: nodeOf(apis.before, old), after: nodeOf(apis.after, now) };
      const name = was.length > 1 ? `${where} (${type})` : where;
      return schemaChanges(pair, { where: name, tool: at.tool, direction }, apis);
    }),
  ];
}

function covers(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** The schema of a media type or a header. */
function nodeOf(api: Api, { value, pointer }: Placed): SchemaNode | undefined {
  if (value.schema === undefined) return undefined;
  const at = `${pointer}/schema`;
  const found = api.follow({ value: value.schema, pointer: at });
  return found === undefined ? undefined : { schema: found.value, pointer: found.pointer, at, role: 'root' };
}

function compareAnswers({ before, after }: OperationPair, apis: ApiPair): PartChange[] {
  const now = new Map(after.responses.map((each) => [each.status.toUpperCase(), each]));
  const old = new Map(before.responses.map((each) => [each.status.toUpperCase(), each]));
  const found: PartChange[] = [];
  for (const [status, was] of old) {
    const is =
      now.get(status) ?? now.get(`${status.charAt(0)}XX`) ?? (status.startsWith('2') ? undefined : now.get('DEFAULT'));
    const at = { pointer: was.pointer, side: 'old', tool: false, where: `response ${was.status}` } as const;
    if (is === undefined) {
      const effect = status.startsWith('2') ? 'breaking' : 'compatible';
      found.push({ ...at, effect, message: `The response ${was.status} was removed.` });
      continue;
    }
    if (is.unread === true || was.unread === true) continue;
    const place = {
      where: at.where,
      direction: 'output',
      at: { pointer: is.pointer, side: 'new', tool: false },
    } as const;
    found.push(...compareContent(was.content, is.content, place, apis));
    found.push(
      ...compareHeaders(was, is, {
        apis,
        compare: (pair, where) => schemaChanges(pair, { where, tool: false, direction: 'output' }, apis),
      }),
    );
  }
  for (const [status, is] of now) {
    if (old.has(status)) continue;
    const where = `response ${is.status}`;
    found.push({
      effect: 'compatible',
      message: `The response ${is.status} was added.`,
      pointer: is.pointer,
      side: 'new',
      tool: false,
      where,
    });
  }
  return found;
}
