/** PROF-DESC-16: responses have a schema. */
import { deriveConduct } from '@dragoman/core/descriptions';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Placed, SchemaNode } from '../../api/api.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { isHealthCheck } from '../../api/operation-facts.js';
import { listSuccesses } from '../../api/read-api.js';
import { isJsonType } from '../../api/read-responses.js';
import { isType } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Report, Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Successful responses without a content schema. */
export const responseSchemaMissing: Rule = {
  id: 'response-schema-missing',
  requirement: 'PROF-DESC-16',
  severity: 'error',
  varies:
    'warning for inline objects inside a response, and where an example shows the content; info for deeply nested objects, acknowledgments such as Unit, an empty list of properties or a closed object, values that callers have stored, monitoring, maps, pages and documents that are not JSON, callbacks, GETs that only start something, the root and generic collections, and operations that remove, update, switch or only check something; else error',
  message: '{subject} {fault}.',
  why: 'An agent plans its next call from the fields of this response; an empty schema promises none.',
  help: 'List the response properties with their types.',
  check(api, report) {
    for (const operation of api.exposed) checkResponses(api, operation, report);
    const mute = new Set(
      api.exposed.flatMap((each) => (each.output && saysNothing(each) ? [each.output.pointer] : [])),
    );
    const acting = new Set(api.exposed.flatMap(({ kinds, output }) => (kinds.write && output ? [output.pointer] : [])));
    const stored = new Set(
      api.exposed.flatMap((each) => (each.output && returnsStored(api, each) ? [each.output.pointer] : [])),
    );
    for (const node of api.outputs) {
      if (!isEmptyObject(api, node)) continue;
      const subject = node.name === undefined ? 'An object in a response' : `The object ${node.name}`;
      const isFound = node.role === 'item' && /^(?:docs|documents|hits|rows|records)$/i.test(node.owner?.name ?? '');
      // A schema of its own without properties is a mark, whose presence is the value.
      const isMark = node.role === 'property' && node.at !== node.pointer;
      // What frameworks write out of their own classes is nested deeply, and nothing of it is planned with.
      const isDeep = node.at.split('/properties/').length > mostNested;
      const isMute =
        isFound ||
        isDeep ||
        acknowledgment.test(node.pointer) ||
        isMark ||
        isBareAnswer(node, acting) ||
        (node.role === 'root' && (node.schema.additionalProperties === false || stored.has(node.pointer))) ||
        showsMap(node) ||
        (node.role === 'root' && mute.has(node.pointer) && !('items' in node.schema));
      const severity = isMute ? 'info' : node.role === 'root' ? 'error' : 'warning';
      report(node.at, { subject, fault: 'has no properties' }, { severity });
    }
  },
  cases: {
    good: [
      { 'get /t': { responses: answer(object({ id: { type: 'string' } })) } },
      { 'get /t': { responses: answer({ type: 'object', additionalProperties: { type: 'string' } }) } },
      { 'get /t': { responses: answer(object({ metadata: { type: 'object' } })) } },
      { 'delete /t': { responses: { '204': { description: 'Gone' } } } },
      { 'head /t': { responses: answer({}) } },
      { 'post /t/unlink': { responses: answer({ type: 'object', description: 'Empty' }) } },
      {
        'get /t': {
          responses: answer(object({ type: { const: 'a' }, props: { type: 'object', additionalProperties: false } })),
        },
      },
      { 'get /t': { responses: answer(object({ result: { $ref: '#/definitions/elsewhere' } })) } },
      {
        'get /t': { responses: answer({ $ref: '#/x-chunks/task' }) },
        'x-chunks': { task: object({ error: { $ref: 'errors.json#/error' } }) },
      },
    ],
    bad: [
      { 'get /t': { responses: answer({ type: 'object' }) } },
      { 'get /t': { responses: { '200': { description: 'Done', content: { 'application/json': {} } } } } },
      { 'get /t': { responses: answer({}) } },
      { 'get /t': { responses: answer({ $ref: '#/components/schemas/T' }) }, components: { schemas: { T: {} } } },
      { 'get /t': { responses: { '200': { description: 'Done' } } } },
      { 'get /t': { responses: { default: { description: 'Done' } } } },
      { 'delete /t': { responses: answer({ type: 'object' }) } },
      { 'get /t': { responses: answer(object({ colors: { type: 'object', example: { red: '#f00' } } })) } },
    ],
  },
};

/** An object that is described more than three properties deep in place. */
const mostNested = 4;

/** Types of some languages for a result without a value. */
const acknowledgment = /\/(?:Unit|Void|Empty|Nothing|NoContent|(?:Empty|Void)(?:Response|Result|Object)?)$/;

/** A caller that removed or updated something knows the result already. */
function saysNothing(operation: ApiOperation): boolean {
  const { method, path, id, summary, kinds } = operation;
  if (isPage(operation) || isCallback(operation) || isFile(operation)) return true;
  // The root describes the API, and `/{collection}` returns anything.
  if (literalSegments(path).length === 0) return true;
  if (
    isHealthCheck(path) ||
    monitoring.test(path) ||
    /\/(?:verify|validate|check|logout)\w*$/i.test(path) ||
    documents.test(path)
  )
    return true;
  if (/\/config(?:uration)?s?\/\{[^{}]*\}$/i.test(path)) return true;
  if (!kinds.write || method === 'delete' || method === 'put' || method === 'patch') return kinds.write;
  const words = [tokensOf(literalSegments(path).at(-1) ?? ''), tokensOf(id ?? ''), tokensOf(summary ?? '')].flat();
  return words.some((word) => silentWords.has(word));
}

/** `GET /states/{name}` next to a PUT or POST there that takes any object, and what is done with it: callers read what they have stored. */
function returnsStored(api: Api, { path, method }: ApiOperation): boolean {
  return (
    (method === 'get' || method === 'post') &&
    api.exposed.some(
      (each) =>
        (each.path === path || path.startsWith(`${each.path}/`)) &&
        each.path.endsWith('}') &&
        /^(?:put|post)$/.test(each.method) &&
        each.input !== undefined &&
        api.properties(each.input).size === 0,
    )
  );
}

/** Programs that watch a service read it, in a format of their own. */
const monitoring = /\/[-_]*(?:hystrix\w*|prometheus|prometheuz|metricz|statz|varz|pprof|expvar|jolokia)(?:\/[^{}]*)?$/i;

/** People read it: a page in HTML, or what a browser is sent to. */
function isPage({ path, summary = '', description = '', responses }: ApiOperation): boolean {
  if (/\.html?$|\/(?:redoc|swagger-ui)\/?$/i.test(path)) return true;
  const texts = [summary, description.slice(0, 500), ...responses.map((each) => each.description ?? '')];
  return /\bHTML\b|\bweb ?page\b|\b(?:landing|login|error|success|confirmation) page\b|\b(?:shows?|renders?|serves?|displays?) (?:an? |the )?(?:\w+ )?page\b|\bredirects?\b|^\W*(?:this |the )?(?:API )?documentation\b/i.test(
    texts.join('. '),
  );
}

/** A file, as the text of the response says, or a redirect. */
function isFile({ responses }: ApiOperation): boolean {
  return responses.some(
    ({ status, description = '' }) =>
      /^30[12378]$/.test(status) ||
      (status.startsWith('2') &&
        /\b(?:binary|file|image|content[- ]type|download|stream|attachment|bytes)\b/i.test(description)),
  );
}

/** Another service calls it, and only reads the status. */
function isCallback({ path }: ApiOperation): boolean {
  return /\/(?:[\w-]*[-_])?(?:callback|(?:web)?hook)s?\/?$/i.test(path);
}

const starters = new Set('sync synchronize trigger refresh reload rebuild reindex start stop restart'.split(' '));

/** A GET that starts something, by the verb of its title or of the end of its path. */
function startsWork({ path, summary, description }: ApiOperation): boolean {
  const last = literalSegments(path).at(-1) ?? '';
  return [summary ?? description ?? last, last].some((title) => starters.has(tokensOf(title)[0] ?? ''));
}

/** Documents of a standard of their own. */
const documents =
  /\/\.well-known\/[^{}]+$|^(?:\/api)?\/metrics$|(?:swagger|openapi\d*|api-docs|schema|spec)(?:\.\w+)?(?:\/\{[^{}]*\})?$/i;

const silentWords = new Set(
  'delete remove revoke update set clear reset upsert logout cancel connect disconnect enable disable'.split(' '),
);

/** A read returns something, so a successful response without content is not described. */
function checkResponses(api: Api, operation: ApiOperation, report: Report): void {
  const { responses, label, kinds, method, path, id, summary } = operation;
  if (method === 'head') return;
  const usual = saysNothing(operation) ? 'info' : 'error';
  const successes = listSuccesses(responses);
  for (const { status, content } of successes) {
    const json = content.find(({ type }) => isJsonType(type));
    if (json === undefined || (json.value.schema !== undefined && !isBlank(api, json))) continue;
    const fault = json.value.schema === undefined ? 'has no schema' : 'has an empty schema';
    // A response 204 has no content, whatever its description lists.
    const isShown = (json.value.example ?? json.value.examples) !== undefined;
    const shown = isShown && usual === 'error' ? 'warning' : usual;
    const severity = status === '204' || isEmptyExample(json.value) ? 'info' : shown;
    report(json.pointer, { subject: `Response ${status} of ${label}`, fault }, { severity });
  }
  const [first] = successes;
  const isSilent = successes.every(
    ({ status, content, unread }) =>
      /^(?:20[03]|2XX|default)$/i.test(status) && content.length === 0 && unread !== true,
  );
  if (first === undefined || !kinds.read || !isSilent) return;
  const acts =
    usual === 'info' ||
    yieldsOther(operation) ||
    startsWork(operation) ||
    deriveConduct({ method, path, name: id, summary }).impact !== 'informational';
  const fault = 'describes no content';
  report(first.pointer, { subject: `Response ${first.status} of ${label}`, fault }, acts ? { severity: 'info' } : {});
}

/** An example of an empty text or object shows that nothing is returned. */
function isEmptyExample({ example, examples }: JsonObject): boolean {
  const shown = isJsonObject(examples) ? Object.values(examples).map((each) => isJsonObject(each) && each.value) : [];
  return [example, ...shown].some((each) => each === '' || (isJsonObject(each) && Object.keys(each).length === 0));
}

/** In Swagger 2.0, `produces` names the kind of document, and the response needs no schema for it; a value of any kind has none. */
function yieldsOther({ value, responses }: ApiOperation): boolean {
  const { produces } = value;
  if (
    responses.some(({ description = '' }) =>
      /\b(?:any|arbitrary) (?:type|value|json|content)\b|\bcan be anything\b|\bas (?:returned|received|sent) (?:by|from)\b|\b(?:proxied|upstream) response\b/i.test(
        description,
      ),
    )
  )
    return true;
  return Array.isArray(produces) && produces.length > 0 && !produces.some((type) => isJsonType(String(type)));
}

/** Some frameworks write `{}` when a handler declares no model, in place or as a schema with a name. */
function isBlank({ follow }: Api, { value, pointer }: Placed): boolean {
  const { schema = null } = value;
  const said = follow({ value: schema, pointer: `${pointer}/schema` })?.value;
  return said !== undefined && Object.keys(said).every((keyword) => keyword === 'title');
}

const freeNames =
  /(?:meta|claim|custom|extra|dynamic|attribute|propert|label|tag|annotation|argument|param|setting|option|config|context|payload|variable|header|map$|json|raw|extension|schema|definition|additional|blob|data$|facet|_fields$|values?$|^details$|^_?links$|^_embedded$|^relationships$|^body$|^content$|^inputs?$|^fields$|state$|^by[_A-Z])/i;

/** A property with third-party content, or with a description, is open by design. */
function isFree({ role, name, description, owner }: SchemaNode): boolean {
  if (
    /\b(?:arbitrary|free[- ]?form|key[- ]value|dictionary|hash ?map|any valid|definition file|user[- ]defined)\b/i.test(
      description ?? '',
    )
  )
    return true;
  // The items of a list are what the list is.
  if (role === 'item')
    return [description, owner?.description].some((text) => text !== undefined) || freeNames.test(owner?.name ?? '');
  return role === 'property' && (description !== undefined || freeNames.test(name ?? ''));
}

/** `{ red: '#f00' }` as an example or a default: the keys are values, so they cannot be listed. */
function showsMap({ schema, role }: SchemaNode): boolean {
  return (
    role !== 'root' &&
    [schema.example, schema.default, Array.isArray(schema.examples) ? schema.examples[0] : undefined].some(isMapOfTexts)
  );
}

function isMapOfTexts(value: JsonValue | undefined): boolean {
  return isJsonObject(value) && Object.values(value).every((each) => typeof each === 'string');
}

/** A write that answers with an object whose list of properties is empty only acknowledges. */
function isBareAnswer({ role, pointer, schema }: SchemaNode, acting: ReadonlySet<string>): boolean {
  return role === 'root' && acting.has(pointer) && isJsonObject(schema.properties) && schema.example === undefined;
}

/** One of several kinds, named by a member with one value: a closed part without properties is what this kind does not have. */
function isVariant(api: Api, owner: SchemaNode | undefined): boolean {
  const members = owner === undefined ? [] : [...api.properties(owner).values()];
  return members.some(
    ({ schema }) => schema.const !== undefined || (Array.isArray(schema.enum) && schema.enum.length === 1),
  );
}

function isEmptyObject(api: Api, node: SchemaNode): boolean {
  const { schema, role } = node;
  if (!isType(schema, 'object') || role === 'part' || role === 'map' || schema.enum !== undefined || isFree(node))
    return false;
  const says = ['allOf', 'anyOf', 'oneOf', 'patternProperties', 'additionalProperties'];
  if (says.some((keyword) => isJsonObject(schema[keyword]) || Array.isArray(schema[keyword]))) return false;
  // A property whose reference cannot be resolved is still declared.
  if (isJsonObject(schema.properties) && Object.keys(schema.properties).length > 0) return false;
  // "empty" says that nothing is returned.
  if (schema.maxProperties === 0 || /^\W*(?:an? )?empty\b/i.test(node.description ?? '')) return false;
  if (schema.additionalProperties === false && isVariant(api, node.owner)) return false;
  return schema.additionalProperties !== true && api.properties(node).size === 0;
}
