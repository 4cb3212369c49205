/** What dry runs add to the description: the flag, and the preview next to the result. */
import { isJsonObject, type JsonObject } from '@dragoman/model';
import type { Describe } from '../../describing/description-draft.js';
import type { DocumentParts } from '../../describing/document-parts.js';
import type { OperationDraft } from '../../describing/operation-draft.js';
import { dryRunHeader, dryRunParameter } from './dry-run-of.js';

/** Describes the dry runs of the writes that offer one. */
export function describeDryRun(offers: (request: Pick<Request, 'method' | 'url'>) => boolean): Describe {
  return ({ operations }) => {
    for (const operation of operations) if (!operation.isRead && offers(operation)) describePreview(operation);
  };
}

/** Describes the dry run of one operation. */
export function describePreview(operation: OperationDraft): void {
  const flag = { type: 'boolean', default: false };
  const description = 'True to see what would change, without changing it.';
  operation.addParameter({ name: dryRunHeader, in: 'header', description, schema: flag });
  const same = `The same as the header ${dryRunHeader}.`;
  operation.addParameter({ name: dryRunParameter, in: 'query', description: same, schema: flag });
  operation.addMetadata({ dry_run: { in: 'header', name: dryRunHeader } });
  const isTrue = 'True for the preview of a dry run, which changed nothing.';
  operation.addHeaders(/^2/, { [dryRunHeader]: { description: isTrue, schema: { type: 'boolean' } } });
  if (operation.statuses.includes('204')) operation.addResponse('200', previewOnly);
  operation.changeResults(({ schema, example }, parts) => ({ example, schema: orPreview(schema, parts) }));
}

const previewOnly: JsonObject = {
  description: 'What would change; only for a dry run.',
  content: {
    'application/json': { example: { dry_run: true, would_change: ['Removes one item.'], reversible: false } },
  },
};

function orPreview(schema: JsonObject | undefined, parts: DocumentParts): JsonObject {
  const preview = parts.share('schemas', 'DryRunPreview', previewSchema, true);
  if (schema === undefined) return preview;
  const { properties, anyOf } = parts.resolve(schema);
  const isKnown = isJsonObject(properties) && Object.hasOwn(properties, 'would_change');
  const isAdded = JSON.stringify(anyOf ?? schema).includes(String(preview.$ref));
  return isKnown || isAdded ? schema : { anyOf: [schema, preview] };
}

const previewSchema: JsonObject = {
  type: 'object',
  description: 'What a request would change; the response of a dry run.',
  required: ['dry_run'],
  properties: {
    dry_run: { type: 'boolean', description: 'True: nothing was changed.', enum: [true] },
    would_change: {
      type: 'array',
      description: 'What would change, one sentence or object each.',
      maxItems: 10_000,
      example: ['Removes one item.'],
      items: {
        description: 'One change.',
        anyOf: [
          { type: 'string', maxLength: 10_000, description: 'One change as a sentence.' },
          { type: 'object', additionalProperties: true, description: 'One change as an object.' },
        ],
      },
    },
    reversible: { type: 'boolean', description: 'Whether the change could be undone.', example: false },
  },
};
