/** An operation as lists and rankings show it: what a person needs to choose one, without its schemas. */
import type { Entry, JsonObject, Operation } from '@dragoman/model';
import { firstSentence } from '@dragoman/model';
import { closedSchema, listSchema, textSchema } from './schema-parts.js';

const maxSummaryLength = 300;
const maxTags = 20;

/** Writes an operation of an entry. */
export function writeOperationSummary(entry: Entry, operation: Operation): JsonObject {
  const { id, name, summary, description, impact, tags, lifecycle, binding, derived, version } = operation;
  return {
    id: `${entry.id}#${id}`,
    agent_id: entry.id,
    agent_name: entry.name,
    operation_id: id,
    operation: name,
    summary: firstSentence(summary ?? description ?? '', maxSummaryLength),
    ...(impact === undefined ? {} : { impact, impact_derived: derived.includes('impact') }),
    tags: tags.slice(0, maxTags),
    protocol: binding.kind,
    version,
    ...(lifecycle?.deprecated === true ? { deprecated: true } : {}),
  };
}

/** Members of a summary. */
export const operationSummaryProperties: JsonObject = {
  id: textSchema('Id of the operation among those of all services.'),
  agent_id: textSchema('Id of the service.'),
  agent_name: textSchema('Name of the service, written by its provider.'),
  operation_id: textSchema('Id of the operation, stable across versions.'),
  operation: textSchema('Name of the operation for a call.'),
  summary: textSchema('What it does, in the words of its provider; empty when it does not say.'),
  impact: textSchema('Side effects of a call.', { enum: ['informational', 'reversible', 'irreversible'] }),
  impact_derived: { type: 'boolean', description: 'True: the description does not state the impact; it was derived.' },
  tags: listSchema(`Its tags, at most ${maxTags}.`, textSchema('A tag.')),
  protocol: textSchema('Protocol by which the gateway calls it.'),
  version: { type: 'integer', minimum: 1, description: 'Its current version.' },
  deprecated: { type: 'boolean', description: 'True: its provider has deprecated it; absent otherwise.' },
};

/** The schema of a summary with further members. */
export function operationSummarySchema(description: string, more: JsonObject = {}): JsonObject {
  return closedSchema(description, { ...operationSummaryProperties, ...more });
}
