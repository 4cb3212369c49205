/**
 * Whether the document shows that a GET returns a resource, whatever its words say: paths and texts may be in a language
 * that is not read, and there only the structure distinguishes "/pedidos" from "/borrar".
 */
import { type UnknownName, unknownName } from '@dragoman/core/descriptions';
import type { Api, ApiOperation } from '../api/api.js';
import { literalSegments } from '../api/list-path-operations.js';
import { plainName } from '../api/words.js';

/** True for a list, for a path that is written to as well, for an item of such a path, and for the name of a schema. */
export function isShownResource(api: Api, operation: ApiOperation): boolean {
  const { path, kinds } = operation;
  if (kinds.list || isWritten(api, path)) return true;
  const collection = path.replace(/\/\{[^{}/]*\}\/?$/, '');
  if (collection !== path) {
    const parent = api.operations.find((each) => each.method === 'get' && each.path === collection);
    return parent !== undefined && (parent.kinds.list || isWritten(api, collection));
  }
  return schemaNames(api).has(stemOf(literalSegments(path).at(-1) ?? ''));
}

/**
 * Why a GET may do something although no known word says so: its path ends in a word that may be a verb of another
 * language, and nothing shows that it returns a resource. Data in the response are enough unless the word looks like a verb.
 */
export function whyUnknown(api: Api, operation: ApiOperation): string | undefined {
  const { method, path, id, summary, description } = operation;
  const found = unknownName({ method, path, name: id, summary, description });
  if (found === undefined || isShownResource(api, operation)) return undefined;
  if (!found.isVerbForm && returnsData(api, operation)) return undefined;
  return reasonOf(found);
}

/** The same for a location that is not described; it may end in a name that somebody chose, so only verb forms count. */
export function whyVerbForm(evidence: { method: string; path: string }): string | undefined {
  const found = unknownName(evidence);
  return found?.isVerbForm === true ? reasonOf(found) : undefined;
}

const reasonOf = ({ word }: UnknownName) => `'${word}' may be a verb of another language`;

function isWritten({ operations }: Api, path: string): boolean {
  return operations.some((each) => each.path === path && /^(?:post|put|patch|delete)$/.test(each.method));
}

/** Members of a response that only confirm what was done. */
const acknowledging =
  /^(?:ok|success|succeeded|status|state|result|message|msg|detail|details|code|error|errors|info)$/i;

function returnsData(api: Api, { output, responses }: ApiOperation): boolean {
  if (output !== undefined) {
    const names = [...api.properties(output).keys()];
    return names.length > 0 ? names.some((name) => !acknowledging.test(name)) : api.walk(output).length > 1;
  }
  const types = responses.filter(({ status }) => status.startsWith('2')).flatMap(({ content }) => content);
  return types.some(({ type }) => !/^(?:\*\/\*|text\/plain|application\/json)/.test(type));
}

function schemaNames(api: Api): ReadonlySet<string> {
  return api.once(listNames);
}

function listNames({ root }: Api): ReadonlySet<string> {
  const { components, definitions } = root as { components?: { schemas?: object }; definitions?: object };
  return new Set(Object.keys(components?.schemas ?? definitions ?? {}).map(stemOf));
}

/** "Kunde" and "kunden" have the same stem. */
function stemOf(name: string): string {
  const plain = plainName(name);
  return plain.length < 5 ? plain : plain.replace(/(?:[aeo]?[ns]|[aeiou])$/, '');
}
