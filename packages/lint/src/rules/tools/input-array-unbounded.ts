/** PROF-TOOL-01: inputs are bounded. */
import type { SchemaNode } from '../../api/api.js';
import { isType } from '../../api/schema-facts.js';
import type { Rule } from '../../rule-model/rule.js';
import { body, object } from '../../rule-model/rule-cases.js';

/** Input arrays without a limit. */
export const inputArrayUnbounded: Rule = {
  id: 'input-array-unbounded',
  requirement: 'PROF-TOOL-01',
  severity: 'warning',
  targets: ['openapi', 'tools'],
  varies:
    'info for members that the server makes, such as a history, for members of a schema that responses have too, which the server may fill, and for coordinates of GeoJSON and @ members of JSON-LD; else warning',
  message: '{subject} accepts any number of items.',
  why: 'An agent in a loop can send thousands of items; a limit in the schema stops it before the call.',
  help: 'Add maxItems, such as 50, and enforce it.',
  ignoresWording: true,
  check(api, report) {
    const returned = new Set(api.outputs.map(({ pointer }) => pointer));
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
        isComposed(node) && !returned.has(pointer) ? {} : { severity: 'info' },
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

const made = /^(?:audit|change|event|access)_?(?:logs?|trail|history)$|history$|^(?:_?links|errors|warnings)$/i;
/** A thing as it was at a time: `published_deploy`, `lastRun`. */
const past = /^(?:published|last|latest|previous|created)(?:_|[A-Z])/;

/** False for what a schema shares with responses, and for shapes whose length the thing itself has. */
function isComposed({ name = '', schema, owner }: SchemaNode): boolean {
  if (made.test(name) || schema.readOnly === true) return false;
  for (let at = owner, steps = 0; at !== undefined && steps < 20; at = at.owner, steps += 1)
    if (/^(?:coordinates|geometry)$/i.test(at.name ?? '') || past.test(at.name ?? '')) return false;
  return !/^coordinates$|^@/i.test(name);
}
