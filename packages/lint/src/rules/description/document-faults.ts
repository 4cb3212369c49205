/**
 * Errors that make an OpenAPI document invalid: missing members, dangling references, parameters without a matching
 * path.
 */

import { refusedOf } from '@dragoman/core/descriptions';
import { childPointer, getPointer, parsePointer } from '@dragoman/documents';
import type { Fix, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../../api/api.js';
import { listReferences, locateObjects } from '../../api/list-references.js';

/** An error and its location. */
export interface DocumentFault {
  pointer: string;
  fault: string;
  /** A fix, when only one is possible. */
  fix?: Fix;
}

/** Lists the errors of a document. */
export function findFaults(api: Api): DocumentFault[] {
  return [
    ...findRootFaults(api.root),
    ...findServerFaults(api),
    ...api.operations.flatMap((operation) => findOperationFaults(api, operation)),
    ...findRepeatedNames(api),
    ...findDanglingReferences(api),
    ...findUnread(api.root),
    ...refusedOf(api.root).map(({ uri, reason }) => ({
      pointer: '/paths',
      fault: `${uri} could not be read: ${reason}`,
    })),
  ];
}

function findRootFaults(root: JsonObject): DocumentFault[] {
  const info = isJsonObject(root.info) ? root.info : undefined;
  const faults: DocumentFault[] = [];
  if (info === undefined) faults.push({ pointer: '/info', fault: 'info is missing' });
  else {
    if (typeof info.title !== 'string') faults.push({ pointer: '/info', fault: 'info.title is missing' });
    if (typeof info.version !== 'string') faults.push({ pointer: '/info', fault: 'info.version is not a string' });
  }
  const others = ['webhooks', 'components'].some((name) => isJsonObject(root[name]));
  if (!isJsonObject(root.paths) && !(others && root.paths === undefined)) {
    faults.push({ pointer: '/paths', fault: 'paths is missing' });
  }
  for (const path of isJsonObject(root.paths) ? Object.keys(root.paths) : []) {
    if (path.startsWith('x-')) continue;
    if (/\{[^}]*(?:\{|$)|^[^{]*\}|\}[^{]*\}/.test(path))
      faults.push({ pointer: childPointer('/paths', path), fault: `the braces in the path ${path} do not match` });
    if (path.includes('${'))
      faults.push({ pointer: childPointer('/paths', path), fault: `the path ${path} has a "$" before a parameter` });
    if (path.startsWith('/')) continue;
    faults.push({ pointer: childPointer('/paths', path), fault: `the path ${path} does not start with a slash` });
  }
  return faults;
}

const parameterLocations = ['query', 'header', 'path', 'cookie', 'querystring'];

function findOperationFaults(api: Api, operation: ApiOperation): DocumentFault[] {
  const { parameters, pointer, value, responses } = operation;
  return [
    ...(refersOutside(api, operation) ? [] : findPathFaults(operation)),
    ...parameters
      .filter((each) => !parameterLocations.includes(each.in))
      .map((each) => ({ pointer: `${each.pointer}/in`, fault: `a parameter cannot be in "${each.in}"` })),
    ...parameters
      .filter((each) => each.in === 'path' && !each.required)
      .map((each) => ({
        pointer: each.pointer,
        fault: `the path parameter ${each.name} is not marked as required`,
        fix: { description: 'Mark it as required', pointer: `${each.pointer}/required`, value: true },
      })),
    ...(isJsonObject(value.responses) || !String(api.root.openapi).startsWith('3.0')
      ? []
      : [{ pointer, fault: 'the operation has no responses' }]),
    ...responses
      .filter(({ description }) => description === undefined)
      .map((each) => ({ pointer: each.pointer, fault: `the response ${each.status} has no description` })),
  ];
}

/** Path parameters that only the path or only the list of parameters has. */
function findPathFaults({ path, parameters, pointer }: ApiOperation): DocumentFault[] {
  const plain = (name: string) => name.replace(/^[+/#.;?&]|[*+]$/g, '');
  // What is after a question mark is reported as such.
  const named = [...path.replace(/\?.*$/, '').matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  const given = parameters.filter((each) => each.in === 'path');
  const isGiven = (name: string) => given.some((each) => each.name === name || each.name === plain(name));
  const surplus = given.filter(
    (each) => !path.includes('?') && !named.some((name) => name === each.name || plain(name) === each.name),
  );
  const missing = named.filter((name) => !isGiven(name));
  const [other] = surplus;
  if (missing.length === 0)
    return surplus.map((each) => ({
      pointer: each.pointer,
      fault: `the path ${path} does not contain the path parameter ${each.name}`,
    }));
  const hint = other === undefined ? '' : `; ${other.name} is, which the path does not contain`;
  return missing.map((name) => ({ pointer, fault: `the path parameter ${name} is not described${hint}` }));
}

/** Variables in the URL of a server that have no value. */
function findServerFaults({ root, given }: Api): DocumentFault[] {
  // Swagger 2.0 has no variables.
  if (given !== undefined || !Array.isArray(root.servers)) return [];
  return root.servers.flatMap((server, at) => {
    if (!isJsonObject(server) || typeof server.url !== 'string') return [];
    const variables = isJsonObject(server.variables) ? server.variables : {};
    const names = [...server.url.matchAll(/\{([^{}]+)\}/g)].map(([, name = '']) => name);
    const [missing] = names.filter((name) => variables[name] === undefined);
    if (missing === undefined) return [];
    return [{ pointer: `/servers/${at}`, fault: `the server variable ${missing} has no default` }];
  });
}

/** Names that a schema requires twice; JSON Schema requires unique names. */
function findRepeatedNames({ inputs, outputs }: Api): DocumentFault[] {
  const lists = new Map<string, JsonValue[]>();
  for (const { schema, pointer } of [...inputs, ...outputs]) {
    if (Array.isArray(schema.required)) lists.set(pointer, schema.required);
  }
  return [...lists].flatMap(([pointer, required]) => {
    const seen = new Set<string>();
    return required.flatMap((name, at) => {
      if (typeof name !== 'string') return [];
      const isNew = !seen.has(name);
      seen.add(name);
      if (isNew) return [];
      const place = `${pointer}/required/${at}`;
      const fix = { description: 'Remove the duplicate', pointer: place };
      return [{ pointer: place, fault: `${name} is listed as required twice`, fix }];
    });
  });
}

/** Operations in other documents that were not provided; reported once, because nothing else is known about them. */
function findUnread(root: JsonObject): DocumentFault[] {
  const items = Object.entries(isJsonObject(root.paths) ? root.paths : {});
  const unread = items.flatMap(([path, item]) =>
    [item, ...(isJsonObject(item) ? Object.values(item) : [])].flatMap((each) =>
      isJsonObject(each) && typeof each.$ref === 'string' && !each.$ref.startsWith('#')
        ? [{ path, ref: each.$ref }]
        : [],
    ),
  );
  const [first] = unread;
  if (first === undefined) return [];
  const fault = `${unread.length} operations or paths are in other documents that were not read, such as ${first.ref}`;
  return [{ pointer: childPointer('/paths', first.path), fault }];
}

/** A referenced document may describe any parameter. */
function refersOutside(api: Api, { pointer, value }: ApiOperation): boolean {
  const item = getPointer(api.root, pointer.slice(0, pointer.lastIndexOf('/')));
  const lists = [value.parameters, isJsonObject(item) ? item.parameters : undefined];
  return lists
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .some((each) => isJsonObject(each) && typeof each.$ref === 'string' && !each.$ref.startsWith('#'));
}

/** Every dangling reference in the document; examples and enums contain data, not references. */
function findDanglingReferences(api: Api): DocumentFault[] {
  const { root } = api;
  const local = [...api.once(listReferences).targets].filter((ref) => ref.startsWith('#/'));
  const dangling = new Set(local.filter((ref) => !resolves(root, ref)));
  if (dangling.size === 0) return [];
  const places = locateObjects(root, ({ $ref }) => typeof $ref === 'string' && dangling.has($ref));
  return places.map((pointer) => ({
    pointer: `${pointer}/$ref`,
    fault: `${String(getPointer(root, `${pointer}/$ref`))} does not resolve`,
  }));
}

function resolves(root: JsonObject, ref: string): boolean {
  let pointer = ref.slice(1);
  try {
    pointer = decodeURIComponent(pointer);
  } catch {
    // A stray percent sign is part of the name.
  }
  return parsePointer(pointer) !== undefined && getPointer(root, pointer) !== undefined;
}
