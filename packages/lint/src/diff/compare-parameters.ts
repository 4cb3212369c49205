/** Differences of the parameters of an operation. */
import { classifyPresenceChange, type JsonObject, type JsonValue } from '@dragoman/model';
import type { Api, ApiOperation, Parameter, SchemaNode } from '../api/api.js';
import { type ApiPair, directionOf, nodeOf, type PartChange, schemaChanges } from './part-changes.js';

/** Lists the differences. */
export function compareParameters(
  { before, after }: { before: ApiOperation; after: ApiOperation },
  apis: ApiPair,
): PartChange[] {
  const path = pathNames(before.path, after.path);
  const key = (each: Parameter, isOld: boolean) => {
    if (each.in === 'header') return `header ${each.name.toLowerCase()}`;
    return `${each.in} ${each.in === 'path' && isOld ? (path.get(each.name) ?? each.name) : each.name}`;
  };
  const old = new Map(before.parameters.filter(isRead).map((each) => [key(each, true), each]));
  const now = new Map(after.parameters.filter(isRead).map((each) => [key(each, false), each]));
  const gone = [...old].flatMap(([name, each]) =>
    now.has(name) ? [] : presenceChange(each, undefined, 'was removed', apis),
  );
  const changed = [...now].flatMap(([name, each]): PartChange[] => {
    const was = old.get(name);
    const isNow = each.required ? 'required' : 'optional';
    if (was === undefined) return presenceChange(was, each, `was added and is ${isNow}`, apis);
    return [
      ...renameChange(was, each),
      ...presenceChange(was, each, `is now ${isNow}`, apis),
      ...encodingChange(was, each),
      ...permissionChanges(was, each, apis),
      ...deprecationChange(was, each),
      ...(was.description === each.description
        ? []
        : [{ ...placeOf(each), effect: 'description' as const, message: `The description of ${each.name} changed.` }]),
      ...valueChanges(was, each, apis),
    ];
  });
  return [...gone, ...changed];
}

/** The schema with the rules next to its reference; a parameter with `content` has none of its own. */
function schemaOf(api: Api, parameter: Parameter): SchemaNode | undefined {
  return nodeOf(api, parameter) ?? parameter.schema;
}

/** Renamed path parameters, by position: the caller fills the same place in the URL. */
function pathNames(before: string, after: string): ReadonlyMap<string, string> {
  const names = (path: string) => [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  const now = names(after);
  return new Map(names(before).map((name, at) => [name, now[at] ?? name]));
}

/** The URL stays the same, but the input of the tool has another name. */
function renameChange(was: Parameter, is: Parameter): PartChange[] {
  if (is.in !== 'path' || was.name === is.name) return [];
  const message = `The path parameter ${was.name} is now named ${is.name}; the URL is the same, the input of the tool is not.`;
  return [{ ...placeOf(is), effect: 'compatible', message }];
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

/** Headers that OpenAPI describes elsewhere; parameters with these names are ignored. */
const ignoredHeaders = new Set(['accept', 'content-type', 'authorization']);

function isRead({ in: place, name }: Parameter): boolean {
  return place !== 'header' || !ignoredHeaders.has(name.toLowerCase());
}

/** Styles that write a prefix before any value, such as `;id=5`. */
const prefixed: readonly JsonValue[] = ['matrix', 'label'];

/** How a value is written into the request; another form is another request. */
function encodingChange(was: Parameter, is: Parameter): PartChange[] {
  const isWhole = isComposite(was) || isComposite(is);
  const formOf = ({ value, in: place }: Parameter) => {
    const style = value.style ?? (place === 'query' || place === 'cookie' ? 'form' : 'simple');
    if (!isWhole) return prefixed.includes(style) ? style : 'plain';
    return `${style} ${value.explode ?? style === 'form'} ${Object.keys(value.content ?? {}).join()}`;
  };
  if (formOf(was) === formOf(is)) return [];
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
  const types = Array.isArray(type) ? type : [type];
  return (
    value.content !== undefined || types.some((each) => each === 'array' || each === 'object' || each === undefined)
  );
}

/** What a query parameter may be in addition to the values of its schema. */
const permissions = [
  ['allowEmptyValue', 'be empty'],
  ['allowReserved', 'have reserved characters that are not encoded'],
] as const;

function permissionChanges(was: Parameter, is: Parameter, apis: ApiPair): PartChange[] {
  return permissions.flatMap(([keyword, what]): PartChange[] => {
    const allows = ({ in: place, value }: Parameter) => place === 'query' && value[keyword] === true;
    if (allows(was) === allows(is)) return [];
    const breaks = directionOf(apis, 'input') === 'input' ? allows(was) : allows(is);
    const message = `The parameter ${is.name} ${allows(is) ? 'may now' : 'must no longer'} ${what}.`;
    return [{ ...placeOf(is), effect: breaks ? 'breaking' : 'compatible', message }];
  });
}

/** Changes of the schema. A number or a boolean is text in a URL or a header, so a parameter that becomes text still accepts it. */
function valueChanges(was: Parameter, is: Parameter, apis: ApiPair): PartChange[] {
  const [before, after] = [schemaOf(apis.before, was), schemaOf(apis.after, is)];
  const where = `parameter ${is.name}`;
  const at = { pointer: is.pointer, side: 'new' } as const;
  const changes = schemaChanges({ before, after }, { where, tool: true, direction: 'input', at }, apis);
  const text = was.value.content === undefined && is.value.content === undefined ? textOf(before?.schema) : undefined;
  if (text === undefined || after?.schema.type !== 'string' || apis.isReversed === true) return changes;
  if (apis.engines.input.compare(text, after.schema).verdict !== 'contained') return changes;
  return changes.map((change): PartChange => {
    if (change.effect !== 'breaking' && change.effect !== 'undecided') return change;
    const { counterexample: _value, rule: _rule, severity: _severity, ...rest } = change;
    return { ...rest, effect: 'compatible' };
  });
}

/** The texts that the values of a plain schema are written as; undefined for other schemas. */
function textOf(schema: JsonObject | undefined): JsonObject | undefined {
  const type = String(schema?.type);
  if (schema === undefined || !Object.hasOwn(texts, type)) return undefined;
  return Array.isArray(schema.enum) ? { enum: schema.enum.map(String) } : texts[type];
}

const texts: Readonly<Record<string, JsonObject>> = {
  integer: { type: 'string', pattern: '^-?[0-9]+$' },
  number: { type: 'string', pattern: '^-?[0-9.eE+-]+$' },
  boolean: { enum: ['true', 'false'] },
};

function deprecationChange(was: Parameter, is: Parameter): PartChange[] {
  const [before, after] = [was.value.deprecated === true, is.value.deprecated === true];
  if (before === after) return [];
  const message = `The parameter ${is.name} is ${after ? 'now' : 'no longer'} deprecated.`;
  return [{ ...placeOf(is), effect: 'compatible', message }];
}
