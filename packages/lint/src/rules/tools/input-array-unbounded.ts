/** PROF-TOOL-01: inputs are bounded. */
import type { Api, ApiOperation, SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import { isOwnMachine, urlsOf } from '../../api/server-urls.js';
import { tokensOf } from '../../api/words.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Input arrays without a limit. */
export const inputArrayUnbounded: Rule = {
  id: 'input-array-unbounded',
  requirement: 'PROF-TOOL-01',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  varies:
    'warning when the array determines how much a write does: the body itself, its only member, a required member that the path or the title names or that belongs to a risky or bulk operation, or the values of a map of such members; info for other members, including those that the server sets, that a schema shares with responses, or whose length is given by the resource itself, for a conversation, and for a program on the machine of the caller',
  message: '{subject} accepts any number of items.',
  why: 'An agent in a loop can send thousands of items; a limit in the schema stops it before the call.',
  help: 'Add maxItems, such as 50, and enforce it.',
  ignoresWording: true,
  check(api, report) {
    const urls = urlsOf(api.root.servers).filter((url) => /^https?:/i.test(url));
    const isOwn = urls.length > 0 && urls.every(isOwnMachine);
    const returned = new Set(api.outputs.map(({ pointer }) => pointer));
    const roots = new Map(
      api.exposed.flatMap((each) => (each.input !== undefined && !each.kinds.read ? [[each.input.pointer, each]] : [])),
    );
    for (const node of api.inputs) {
      const { schema, name, at, role, pointer } = node;
      if (!isType(schema, 'array') || schema.maxItems !== undefined || role === 'part') continue;
      // Nothing may follow the listed items.
      if (schema.items === false) continue;
      // There are not more values to send than the enum has.
      const items = api.follow({ value: schema.items ?? null, pointer: `${pointer}/items` });
      if (Array.isArray(items?.value.enum)) continue;
      report(
        at,
        { subject: name ?? 'The array' },
        !isOwn && isWork(api, node, roots) && isComposed(node) && !returned.has(pointer) ? {} : { severity: 'info' },
      );
    }
  },
  cases: {
    good: [
      { 'post /t': { requestBody: body(object({ ids: { type: 'array', maxItems: 50 } })) } },
      {
        'post /t': {
          requestBody: body(object({ ids: { type: 'array', prefixItems: [{ type: 'string' }], items: false } })),
        },
      },
    ],
    bad: [
      { 'post /t': { requestBody: body(object({ auditLogs: { type: 'array' } })) } },
      { 'post /t': { requestBody: body(object({ ids: { type: 'array' } })) } },
    ],
  },
};

/** True for what the write is about: an agent that works through a list sends it here. */
function isWork(api: Api, node: SchemaNode, roots: ReadonlyMap<string, ApiOperation>): boolean {
  const { role, name = '', owner } = node;
  if (roots.has(node.pointer)) return true;
  if (owner === undefined) return false;
  if (role === 'map') return owner.owner !== undefined && isWork(api, owner, roots);
  const root = ownerOf(node);
  const operation = roots.get(root?.pointer ?? '');
  if (role !== 'property' || root === undefined || operation === undefined) return false;
  if (api.properties(root).size === 1) return true;
  const required = Array.isArray(owner.schema.required) && owner.schema.required.includes(name);
  return required && (operation.kinds.batch || operation.kinds.risky || isNamedBy(operation, name));
}

/** `files` at `/files/merge`, or in "Merge files". */
function isNamedBy({ path, summary = '' }: ApiOperation, name: string): boolean {
  const thing = tokensOf(name).at(-1) ?? '';
  return tokensOf(`${path} ${summary.slice(0, 200)}`).includes(thing);
}

/** The object that a member belongs to, through the parts of an allOf. */
function ownerOf({ owner }: SchemaNode): SchemaNode | undefined {
  let at = owner;
  for (let steps = 0; at?.role === 'part' && steps < 20; steps += 1) at = at.owner;
  return at;
}

const made =
  /^(?:audit|change|event|access)_?(?:logs?|trail|history)$|(?:^|_|[a-z])(?:[aA]rgs|[aA]rguments|[pP]arams)$|history$|^(?:_?links|errors|warnings)$|^(?:messages|conversation|transcript|turns|prompts)$/i;
/** A thing as it was at a time: `published_deploy`, `lastRun`. */
const past = /^(?:published|last|latest|previous|created)(?:_|[A-Z])/;

/** False for what a schema shares with responses, and for shapes whose length the thing itself has. */
function isComposed({ name = '', owner }: SchemaNode): boolean {
  if (made.test(name)) return false;
  for (let at = owner, steps = 0; at !== undefined && steps < 20; at = at.owner, steps += 1)
    if (/^(?:coordinates|geometry)$/i.test(at.name ?? '') || past.test(at.name ?? '')) return false;
  return !/^coordinates$|^@/i.test(name);
}
