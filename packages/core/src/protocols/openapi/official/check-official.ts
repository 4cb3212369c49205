/** Checks a document against the official JSON Schema of its version of Swagger or OpenAPI (see README.md). */
import { parsePointer } from '@dragoman/documents';
import type { JsonObject } from '@dragoman/model';
import { isJsonObject, nearestName } from '@dragoman/model';
import type { OpenApiVersion } from '../wire.js';
import { createCompiler } from './compile.js';
import openapi30 from './openapi-3.0.schema.json' with { type: 'json' };
import openapi31 from './openapi-3.1.schema.json' with { type: 'json' };
import openapi32 from './openapi-3.2.schema.json' with { type: 'json' };
import type { Node, Problem, Work } from './problem.js';
import { createSchemaObjectNode } from './schema-objects.js';
import swagger20 from './swagger-2.0.schema.json' with { type: 'json' };

/** Problems that are explained; a document with more has the same mistake in many places. */
const maxProblems = 200;

/** Schemas that are applied to find causes, after the quick test has failed. */
const maxWork = 5_000_000;

const sources: Readonly<Record<OpenApiVersion, JsonObject>> = {
  '2.0': swagger20,
  '3.0': openapi30,
  '3.1': openapi31,
  '3.2': openapi32,
};

const simpleTypes: JsonObject = { enum: ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] };

/** What the schema of 2.0 uses of the meta-schema of JSON Schema draft 4. */
const draft4: JsonObject = {
  properties: {
    title: { type: 'string' },
    description: { type: 'string' },
    default: {},
    multipleOf: { type: 'number', minimum: 0, exclusiveMinimum: true },
    maximum: { type: 'number' },
    exclusiveMaximum: { type: 'boolean' },
    minimum: { type: 'number' },
    exclusiveMinimum: { type: 'boolean' },
    pattern: { type: 'string', format: 'regex' },
    uniqueItems: { type: 'boolean' },
    enum: { type: 'array', minItems: 1, uniqueItems: true },
    type: { anyOf: [simpleTypes, { type: 'array', minItems: 1, uniqueItems: true, items: simpleTypes }] },
  },
  definitions: {
    positiveInteger: { type: 'integer', minimum: 0 },
    positiveIntegerDefault0: { type: 'integer', minimum: 0 },
    stringArray: { type: 'array', minItems: 1, uniqueItems: true, items: { type: 'string' } },
  },
};

function createCheck(version: OpenApiVersion): Node {
  const named = new Map<string, () => Node>();
  const compiler = createCompiler(sources[version], named);
  for (const [group, parts] of Object.entries(draft4)) {
    for (const [name, schema] of Object.entries(isJsonObject(parts) ? parts : {})) {
      const node = compiler.node(schema);
      named.set(`http://json-schema.org/draft-04/schema#/${group}/${name}`, () => node);
    }
  }
  const schemaObject = createSchemaObjectNode(compiler, version);
  named.set('#/$defs/schema', () => schemaObject);
  return compiler.node(sources[version]);
}

/** Compiled on first use, part by part. */
const checks: Readonly<Record<OpenApiVersion, Node>> = {
  '2.0': createCheck('2.0'),
  '3.0': createCheck('3.0'),
  '3.1': createCheck('3.1'),
  '3.2': createCheck('3.2'),
};

/** Everything in a document that violates the official schema, located and without repetition; bounded in number and work. */
export function checkOfficial(document: JsonObject, version: OpenApiVersion): Problem[] {
  const node = checks[version];
  const { jsonSchemaDialect: said } = document;
  const dialect = typeof said === 'string' ? { dialect: said } : {};
  const work: Work = { left: Number.POSITIVE_INFINITY, ...dialect };
  if (node.test(document, work)) return [];
  const report = {
    problems: [] as Problem[],
    limit: maxProblems,
    work: { left: maxWork, failed: new Map(), ...dialect },
  };
  node.explain(document, '', report);
  const unique = new Map(report.problems.map((each) => [`${each.pointer} ${each.member ?? ''} ${each.fault}`, each]));
  return [...unique.values()];
}

/** The problem as a sentence that names the value; the location is reported with it. */
export function describeProblem({ pointer, member, fault, known }: Problem): string {
  if (member !== undefined) {
    const meant = nearestName(
      member,
      (known ?? []).filter((each) => each !== member),
    );
    return `"${member}" ${fault}${meant === undefined ? '' : `; did you mean "${meant}"?`}`;
  }
  if (pointer === '') return `the document ${fault}`;
  const name = String(parsePointer(pointer)?.at(-1) ?? '');
  return /^\d+$/.test(name) ? `item ${Number(name) + 1} of the list ${fault}` : `"${name}" ${fault}`;
}
