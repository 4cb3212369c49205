/** PROF-DESC-14: what a call changes is among its inputs. */
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

const changes = new Set('update edit modify change patch rename'.split(' '));
const creates = new Set('create add register insert'.split(' '));

/** Updates and creations to which nothing can be given. */
export const writeWithoutInput: Rule = {
  id: 'write-without-input',
  requirement: 'PROF-DESC-14',
  severity: 'warning',
  varies: 'info for a creation, since what is created may get its name later; else warning',
  message: '{operation} {verb} something, but describes no request body and no parameter for it.',
  why: 'An agent cannot say what to create or to change, and what it invents is not in the tool.',
  help: 'Describe the request body with its schema.',
  check(api, report) {
    for (const operation of api.exposed) {
      const { label, pointer } = operation;
      const verb = verbOf(operation);
      if (verb === undefined || takesInput(operation)) continue;
      if (changes.has(verb) ? !/\}\/?$/.test(operation.path) : !isNamed(api, operation)) continue;
      const [does, severity] = changes.has(verb) ? (['changes', 'warning'] as const) : (['creates', 'info'] as const);
      report(pointer, { operation: label, verb: does }, { severity });
    }
  },
  cases: {
    good: [
      { 'put /t/{id}': { summary: 'Update a task', parameters: [{ name: 'title', in: 'query' }] } },
      { 'put /t/{id}': { summary: 'Enable a task' } },
      { 'post /t': { summary: 'Create a session' } },
      { 'post /t': { summary: 'Create a task', requestBody: {} } },
    ],
    bad: [
      { 'put /t/{id}': { summary: 'Update a task' } },
      {
        'get /t': {},
        'post /t': { summary: 'Create a task', responses: answer(object({ id: {}, title: { type: 'string' } })) },
      },
    ],
  },
};

/** The verb of the title; a name in its own words is no title. */
function verbOf({ method, kinds, summary, description, id }: ApiOperation): string | undefined {
  if (!kinds.write || method === 'delete') return undefined;
  const [word] = tokensOf((summary ?? description ?? id ?? '').slice(0, 60));
  const verb = word?.replace(/(?:e?s)$/, '') ?? '';
  return [word, verb, `${verb}e`].find((each) => each !== undefined && (changes.has(each) || creates.has(each)));
}

/** Anything that is not in the path; a header for the media type or a credential gives nothing. */
function takesInput({ parameters, value, body, path }: ApiOperation): boolean {
  // `/tags/{name}/{new_name}`
  if (/\{[^{}]*\}\/\{[^{}]*\}\/?$/.test(path) && parameters.some(({ name }) => /^new(?:_|[A-Z])/.test(name)))
    return true;
  if (body !== undefined || value.requestBody !== undefined) return true;
  return parameters.some(
    ({ in: place, name }) =>
      place === 'query' || (place !== 'path' && !/content-type|accept|auth|token|key|version|request-id/i.test(name)),
  );
}

/** Somebody gives what is created its name: the response, or the read of the collection, has one. */
function isNamed(api: Api, { path, output }: ApiOperation): boolean {
  const list = path.replace(/\/$/, '');
  if (!api.exposed.some((each) => each.method === 'get' && (each.path === path || each.path.startsWith(`${list}/{`))))
    return false;
  const read = api.exposed.find((each) => each.method === 'get' && each.path.startsWith(`${list}/{`));
  return [output, read?.output].some((node) => node !== undefined && hasName(api, node));
}

function hasName(api: Api, node: SchemaNode): boolean {
  const names = [...api.properties(node).keys()];
  return names.some((name) => /^(?:\w+_)?(?:name|title)$|[a-z](?:Name|Title)$/.test(name));
}
