/** PROF-CONS-02: one identifier format per entity. */
import type { JsonObject } from '@dragoman/model';
import type { Api } from '../../api/api.js';
import { entityOf } from '../../api/entities.js';
import { literalSegments } from '../../api/list-path-operations.js';
import { typesOf } from '../../api/schema-facts.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { answer, object } from '../../rule-model/rule-cases.js';

/** Identifiers of one entity in several formats. */
export const identifierFormatMixed: Rule = {
  id: 'identifier-format-mixed',
  requirement: 'PROF-CONS-02',
  severity: 'warning',
  varies:
    'info where a path or a query accepts as text what is a number elsewhere, because every number can be written there; else warning',
  targets: ['openapi', 'tools'],
  message: '{name} is {form} here and {other} elsewhere.',
  why: 'An agent passes an identifier from one response to the next call; a different format there fails.',
  help: 'Use one schema for the identifiers of an entity.',
  ignoresWording: true,
  check(api, report) {
    const first = new Map<string, { form: string; at: string; isSent: boolean }>();
    const reported = new Set<string>();
    for (const { key, name, schema, at, isSent } of collectIds(api)) {
      const form = formOf(schema);
      if (form === undefined) continue;
      const known = first.get(key);
      if (known === undefined) first.set(key, { form, at, isSent });
      else if (known.form !== form && !reported.has(key)) {
        reported.add(key);
        const isWritten = (isSent && form === text) || (known.isSent && known.form === text);
        report(
          at,
          { name, form, other: known.form },
          { related: [known.at], ...(isWritten ? { severity: 'info' } : {}) },
        );
      }
    }
  },
  cases: {
    good: [
      {
        'get /tasks/{task_id}': {
          parameters: [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: answer(object({ task_id: { type: 'string' } })),
        },
      },
      {
        'get /users/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }] },
        'get /cloud_users/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        },
        'get /hooks/all/{id}': {
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
        },
        'get /keys/all/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
      },
    ],
    bad: [
      {
        'get /tasks/{id}': { parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }] },
        'get /notes': { responses: answer(object({ task_id: { type: 'integer' } })) },
      },
      {
        'get /tasks/{task_id}': {
          parameters: [{ name: 'task_id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: answer(object({ taskId: { type: 'integer' } })),
        },
      },
    ],
  },
};

/** Roles that things of several kinds have: the parent of an office is no parent of a department. */
const roles = new Set(
  'parent root previous next original external reference ref object entity resource item target source owner subject record related'.split(
    ' ',
  ),
);

const text = 'text';

interface FoundId {
  key: string;
  name: string;
  schema: JsonObject;
  at: string;
  isSent: boolean;
}

/** "Either by id or by the user's username": a text that can be an identifier too. */
const acceptsNames =
  /\bid(?:entifier)?\b[^.]{0,20}\bor\b[^.]{0,30}\b(?:\w*name|slug|handle|alias|key|e-?mail|me)\b|\b(?:\w*name|slug|handle|alias|e-?mail)\b[^.]{0,20}\bor\b[^.]{0,20}\bid(?:entifier)?\b|[`'"](?:me|self|current|latest|default|all)[`'"]|\bcurrent user\b/i;

/** A multi-word name is the same identifier everywhere; a bare `id` is only comparable by its path. */
function collectIds(api: Api): FoundId[] {
  const isSents = api.exposed.flatMap(({ parameters, path, summary, description: prose }) =>
    parameters.flatMap(({ name, schema, pointer, in: place, description }) => {
      if (acceptsNames.test(`${description ?? ''} ${summary ?? ''} ${prose ?? ''}`)) return [];
      const entity = place === 'path' ? entityOf(name, path) : entityOf(name);
      return entity === undefined || schema === undefined
        ? []
        : [
            {
              key: keyOf(name, place === 'path' ? collectionOf(name, path) : entity),
              name,
              schema: schema.schema,
              at: pointer,
              isSent: true,
            },
          ];
    }),
  );
  const inSchemas = [...api.inputs, ...api.outputs].flatMap(({ name, schema, at }) => {
    const entity = name === undefined ? undefined : entityOf(name);
    return entity === undefined || name === undefined || roles.has(entity)
      ? []
      : [{ key: keyOf(name, entity), name, schema, at, isSent: false }];
  });
  return [...isSents, ...inSchemas];
}

/** `/cloud/team_members/{id}` is about team members; under `/hooks/all/{id}` only the whole path says what it is about. */
function collectionOf(name: string, path: string): string {
  const [before = path] = path.split(`{${name}}`);
  const last = literalSegments(before).at(-1) ?? '';
  return /[^s]s$/i.test(last) ? tokensOf(last).join('') : before;
}

function keyOf(name: string, entity: string): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  return plain === 'id' || plain === 'uuid' ? `${entity}id` : plain;
}

/**
 * Only stated facts count: a missing pattern is not a different pattern, and a list of identifiers is not an
 * identifier.
 */
function formOf(schema: JsonObject): string | undefined {
  const [type, ...rest] = typesOf(schema);
  if (type === undefined || rest.length > 0 || !['string', 'integer', 'number'].includes(type)) return undefined;
  return type === 'string' ? text : 'a number';
}
