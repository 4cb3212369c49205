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

const line: JsonObject = { type: 'integer', minimum: 1, description: 'Line of the text.' };
const toolName: JsonObject = { type: 'string', description: 'Name of a tool in the toolset.' };
const names = (description: string): JsonObject => ({ type: 'array', description, items: toolName });

/** What a check reports besides findings: every mention, and the steps. */
export const readProperties: JsonObject = {
  mentioned: mentionedSchema,
  mentions: {
    type: 'array',
    description: 'Every mention of a tool of the toolset, in the order of the text.',
    items: {
      type: 'object',
      description: 'A mention.',
      required: ['tool', 'line'],
      properties: { tool: toolName, line },
      additionalProperties: false,
    },
  },
  steps: {
    type: 'array',
    description: 'The steps in the order of the text: those that are numbered, are branches, or mention a tool.',
    items: {
      type: 'object',
      description: 'A step.',
      required: ['line', 'text', 'depth', 'numbered', 'branch', 'calls', 'uses'],
      properties: {
        line,
        text: { type: 'string', description: 'Its first line without markers.' },
        depth: { type: 'integer', minimum: 1, description: '1 for an outermost step.' },
        numbered: { type: 'boolean', description: 'True when its order counts.' },
        branch: { type: 'string', enum: ['if', 'else', 'plain'], description: 'Whether it is always executed.' },
        calls: names('Tools that it calls.'),
        uses: {
          type: 'array',
          description: 'Values of earlier calls that it uses.',
          items: {
            type: 'object',
            description: 'Values of one tool.',
            required: ['tool', 'outputs'],
            properties: {
              tool: toolName,
              outputs: { ...names('Names of outputs.'), items: { type: 'string', description: 'An output.' } },
            },
            additionalProperties: false,
          },
        },
      },
      additionalProperties: false,
    },
  },
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
