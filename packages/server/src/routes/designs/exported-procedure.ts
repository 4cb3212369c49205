/** A procedure as exports show it, beside its toolset, inside one, or inside a team. */

import type { ExportedProcedure } from '@dragoman/core/engine';
import { textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { findingSchema, writeFinding } from './finding-view.js';

/** A procedure in an export. */
export function writeExportedProcedure(exported: ExportedProcedure): JsonObject {
  const { id, name, description, version, state, text, mentioned, findings } = exported;
  return { id, name, description, version, state, text, mentioned, findings: findings.map(writeFinding) };
}

/** Schema of the names of tools that a text mentions. */
export const mentionedSchema: JsonObject = {
  type: 'array',
  description: 'Tools of the set that the text mentions.',
  items: text('Name of a tool.'),
};

/** Schemas of the members of an exported procedure. */
export const exportedProperties: JsonObject = {
  id: text('Id of the procedure.'),
  name: text('Name for people.'),
  description: text('What it is for and when to follow it.'),
  version: { type: 'integer', minimum: 1, description: 'Version of the procedure.' },
  state: { type: 'string', enum: ['draft', 'ready'], description: 'Whether its designer calls it ready.' },
  text: text('The procedure in Markdown, with tools under the names that models see.'),
  mentioned: mentionedSchema,
  findings: { type: 'array', description: 'What is to be said about it now.', items: findingSchema },
};

/** Schema of a procedure in an export. */
export const exportedProcedureSchema: JsonObject = {
  type: 'object',
  title: 'ExportedProcedure',
  description: 'A procedure for a run time.',
  required: ['id', 'name', 'version', 'text', 'findings'],
  properties: exportedProperties,
  additionalProperties: false,
};
