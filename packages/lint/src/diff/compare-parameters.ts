/** Differences of the parameters of an operation. */
import { classifyPresenceChange } from '@dragoman/model';
import type { ApiOperation, Parameter } from '../api/api.js';
import { type ApiPair, directionOf, type PartChange, schemaChanges } from './part-changes.js';

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
      ...emptyValueChange(was, each, apis),
      ...deprecationChange(was, each),
      ...(was.description === each.description
        ? []
        : [{ ...placeOf(each), effect: 'description' as const, message: `The description of ${each.name} changed.` }]),
      ...schemaChanges(
        { before: was.schema, after: each.schema },
        { where: `parameter ${each.name}`, tool: true, direction: 'input', at: { pointer: each.pointer, side: 'new' } },
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

/** `allowEmptyValue` allows a query parameter without a value, whatever its schema says. */
function emptyValueChange(was: Parameter, is: Parameter, apis: ApiPair): PartChange[] {
  const allows = ({ in: place, value }: Parameter) => place === 'query' && value.allowEmptyValue === true;
  if (allows(was) === allows(is)) return [];
  const breaks = directionOf(apis, 'input') === 'input' ? allows(was) : allows(is);
  const message = `The parameter ${is.name} ${allows(is) ? 'may now' : 'must no longer'} be empty.`;
  return [{ ...placeOf(is), effect: breaks ? 'breaking' : 'compatible', message }];
}

function deprecationChange(was: Parameter, is: Parameter): PartChange[] {
  const [before, after] = [was.value.deprecated === true, is.value.deprecated === true];
  if (before === after) return [];
  const message = `The parameter ${is.name} is ${after ? 'now' : 'no longer'} deprecated.`;
  return [{ ...placeOf(is), effect: 'compatible', message }];
}
