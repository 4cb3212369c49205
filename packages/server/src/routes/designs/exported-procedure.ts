/** A procedure in exports: with its toolset, in a toolset, or in a team. */

import type { ExportedProcedure } from '@dragoman/core/engine';
import { textSchema as text } from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { findingSchema, writeFinding } from './finding-view.js';

/** Writes a procedure for an export. */
export function writeExportedProcedure(exported: ExportedProcedure): JsonObject {
  const { id, name, description, version, state, text, mentioned, findings } = exported;
  return { id, name, description, version, state, text, mentioned, findings: findings.map(writeFinding) };
}

/** Schema of the tool names that a text mentions. */
export const mentionedSchema: JsonObject = {
  type: 'array',
  description: 'Tools of the toolset that the text mentions.',
  items: text('Name of a tool.'),
};

/** Schemas of the members of an exported procedure. */
export const exportedProperties: JsonObject = {
  id: text('Id of the procedure.'),
  name: text('Display name.'),
  description: text('Purpose, and when to follow it.'),
  version: { type: 'integer', minimum: 1, description: 'Version of the procedure.' },
  state: { type: 'string', enum: ['draft', 'ready'], description: 'Whether its designer marked it as ready.' },
  text: text('The procedure in Markdown, with the tool names for models.'),
  mentioned: mentionedSchema,
  findings: { type: 'array', description: 'Current findings.', items: findingSchema },
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
