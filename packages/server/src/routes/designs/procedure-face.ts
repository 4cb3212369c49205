/** Operating procedures as a kind of design: parsing, evaluation and output. */

import { compareTexts, evaluateProcedure, procedureLimits, requireToolset } from '@dragoman/core/engine';
import { textSchema as text } from '@dragoman/core/http';
import type { JsonObject, ProcedureDocument } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import type { DesignFace } from './design-face.js';
import { designLimits, readDesignBody } from './design-request.js';

const states = ['draft', 'ready'] as const;

const state: JsonObject = {
  type: 'string',
  enum: [...states],
  description: 'draft (default): may be stored with errors; ready: rejected when it has errors.',
};

const bodySchema: JsonObject = {
  description: text('Purpose, and when to follow it.', { minLength: 1, maxLength: designLimits.description }),
  text: text('The procedure in Markdown; tools are mentioned as name().', {
    minLength: 1,
    maxLength: procedureLimits.characters,
  }),
  state,
  toolset: text('Id of its toolset; unchanged when absent. On creation the path determines it.', {
    minLength: 1,
    maxLength: designLimits.reference,
  }),
};

const summary: JsonObject = {
  description: text('Purpose, and when to follow it.'),
  toolset: text('Id of its toolset.'),
  state,
};

const example = {
  id: 'harbour-procedure',
  name: 'Harbour desk',
  description: 'Answers captains who ask for wind and waves. Use it before a berth is given.',
  text: '1. Ask for the pier.\n2. Call `forecast_pier()` and say the wind first.\n',
};

/** Casts a stored document, which contains only JSON members. */
const toDocument = (document: JsonObject) => document as unknown as ProcedureDocument;

function compare(before: JsonObject, after: JsonObject): JsonObject[] {
  const members = ['description', 'toolset', 'state'].filter((member) => before[member] !== after[member]);
  const lines = compareTexts(toDocument(before).text, toDocument(after).text).filter(({ kind }) => kind !== 'same');
  return [
    ...members.map((member) => ({ kind: 'header_changed', member, message: `The ${member} has changed.` })),
    ...lines.map(({ kind, line, text: content }) => ({
      kind: kind === 'added' ? 'line_added' : 'line_removed',
      member: 'text',
      line,
      text: content,
      message: `Line ${line} was ${kind}.`,
    })),
  ];
}

/** The procedure kind. */
export const procedureFace: DesignFace = {
  kind: 'procedure',
  plural: 'procedures',
  what: 'An operating procedure',
  createPath: '/toolsets/{id}/procedures',
  readBody(body, context, mode) {
    const creating = mode === 'create';
    const known = ['description', 'text', 'state', ...(creating ? [] : ['toolset'])];
    const { header, rest } = readDesignBody(body, { known, creating }, (given, read) => ({
      description:
        read.text(given.description, '/description', designLimits.description) ?? read.missing('/description'),
      text: read.text(given.text, '/text', procedureLimits.characters) ?? read.missing('/text'),
      state: read.word(given.state, '/state', states) ?? 'draft',
      toolset: read.text(given.toolset, '/toolset', designLimits.reference),
    }));
    const { toolset, ...document } = rest;
    const attached = creating ? context.params.id : toolset;
    return { ...header, document: (before) => ({ ...document, toolset: attached ?? before?.toolset ?? '' }) };
  },
  admit: ({ store }, { params, caller }) => requireToolset(store, params.id ?? '', caller),
  async evaluate(ports, { id, document }, { caller }) {
    const { findings, mentioned } = await evaluateProcedure(ports, { id, ...toDocument(document) }, caller);
    return { findings, more: { mentioned } };
  },
  refuses: (document, findings) => document.state === 'ready' && hasErrors(findings),
  write: ({ description = '', toolset = '', text: content = '', state: stage = 'draft' }) => ({
    description,
    toolset,
    state: stage,
    text: content,
  }),
  summarize: ({ description = '', toolset = '', state: stage = 'draft' }) => ({ description, toolset, state: stage }),
  compare,
  schemas: {
    body: bodySchema,
    required: ['description', 'text'],
    summary,
    shown: { ...summary, text: text('The procedure in Markdown.') },
    evaluated: {
      mentioned: {
        type: 'array',
        description: 'Tools of the toolset that the text mentions.',
        items: text('Name of a tool.'),
      },
    },
    change: { line: { type: 'integer', minimum: 1, description: 'Line of the text.' }, text: text('That line.') },
  },
  example: { summary: 'Two steps with one tool', value: example },
  exampleId: example.id,
};
