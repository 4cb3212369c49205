/** Reports once for the whole document what would be reported many times: derived, abridged or omitted parts. */
import type { JsonObject, Operation, Webhook } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OpenApiDocument } from './document.js';
import { walkObjects } from './official/walk-objects.js';
import { openApiLimits } from './wire.js';

/** Reports the counts of a document that was read. */
export function reportTally(
  document: OpenApiDocument,
  operations: readonly Operation[],
  webhooks: readonly Webhook[],
): void {
  const { findings, tally } = document;
  const countOf = (name: string) => tally.get(name) ?? 0;
  if (webhooks.length > 0) findings.report('openapi/webhooks', '/webhooks', { count: webhooks.length });
  if (countOf('links') > 0) findings.report('openapi/links', '/paths', { count: countOf('links') });
  if (countOf('headers') > 0) findings.report('openapi/response-headers', '/paths', { count: countOf('headers') });
  if (countOf('no-success') > 0) findings.report('openapi/no-success', '/paths', { count: countOf('no-success') });
  for (const what of ['input', 'output'] as const) {
    const count = countOf(`abridged-${what}`);
    if (count > 0) findings.report('openapi/schema-abridged', '/paths', { what, count, limit: openApiLimits[what] });
  }
  for (const what of lostKinds(document)) findings.report('openapi/not-carried', '/paths', { what });
  const derivedOf = (fact: string) => operations.filter((operation) => operation.derived.includes(fact)).length;
  const of = (fact: string) => plural(derivedOf(fact), 'operation');
  const facts: [string, string][] = [
    ['name', plural(derivedOf('name'), 'name')],
    ['impact', `the impact of ${of('impact')}`],
    ['idempotent', `the idempotency of ${of('idempotent')}`],
  ];
  const known = facts.flatMap(([fact, words]) => (derivedOf(fact) > 0 ? [words] : []));
  const derived = known.length === 0 ? 'nothing' : known.join(', ');
  findings.report('openapi/derived', '/paths', { count: plural(operations.length, 'operation'), derived });
}

const has = (object: JsonObject, ...names: string[]) => names.some((name) => Object.hasOwn(object, name));

/** What an entry has no place for, by the kind of object: its name, and whether an object has it. */
const lost: Readonly<Record<string, readonly (readonly [string, (object: JsonObject, pointer: string) => boolean])[]>> =
  {
    operation: [['link to documentation', (each) => has(each, 'externalDocs')]],
    pathItem: [['text about a path', (each) => has(each, 'summary', 'description')]],
    server: [['description of a server', (each) => has(each, 'description')]],
    media: [
      [
        'example of a response',
        (each, pointer) => /\/responses\/[^/]+\/content\//.test(pointer) && has(each, 'example', 'examples'),
      ],
    ],
    schema: [
      ['schema with extensions', (each) => Object.keys(each).some((name) => /^x-(?!nullable$)/.test(name))],
      ['link to documentation', (each) => has(each, 'externalDocs')],
    ],
    parameter: [
      ['further example of a parameter', ({ examples }) => isJsonObject(examples) && Object.keys(examples).length > 1],
    ],
  };

/** Counts of the parts that are lost, in words. */
function lostKinds({ root, tally }: OpenApiDocument): string[] {
  const counts = new Map([...tally].flatMap(([name, count]) => (name.includes(' ') ? [[name, count] as const] : [])));
  walkObjects(root, (kind, object, pointer) => {
    for (const [name, isLost] of lost[kind] ?? [])
      if (isLost(object, pointer)) counts.set(name, (counts.get(name) ?? 0) + 1);
  });
  return [...counts].sort().map(([name, count]) => `${name} (${count})`);
}

function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
