/** Routes that only procedures have: the list of one toolset, a check without saving, and exports. */
import type { ProcedureExport, Skill } from '@dragoman/core/engine';
import {
  evaluateProcedure,
  exportProcedure,
  exportSkill,
  packSkill,
  procedureLimits,
  requireDesign,
  requireToolset,
  toProcedure,
} from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  closedSchema as closed,
  createReply,
  fieldsParameter,
  invalidParameters,
  jsonAnswer,
  jsonReply,
  negotiate,
  nextLinkHeader,
  pickFields,
  readFields,
  readJsonBody,
  textSchema as text,
  toolsetParameter,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import { pageParameters } from '../cursor-page.js';
import { fault, invalidBody, refuseUnknown } from '../import-request.js';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal } from '../toolset-ports.js';
import { createBodyReader } from '../toolset-request.js';
import { exportSchema as toolsetExportSchema } from '../toolset-schemas.js';
import { writeExport } from '../toolset-view.js';
import { writeEvaluation } from './design-answer.js';
import { designPageSchema, designParameter, evaluationProperties } from './design-description.js';
import { listDesigns } from './design-routes.js';
import { exportedProperties, readProperties, writeExportedProcedure } from './exported-procedure.js';
import { refusalOf } from './finding-view.js';
import { procedureFace } from './procedure-face.js';

/** Creates the routes that other designs do not have. */
export function createProcedureRoutes(ports: ToolsetRoutePorts): Route[] {
  const reads = { budget: 'read', access: 'public' } as const;
  return [
    {
      ...reads,
      method: 'GET',
      path: '/toolsets/{id}/procedures',
      describe: listDescription,
      handle: (context) => listOfToolset(ports, context),
    },
    {
      ...reads,
      method: 'POST',
      path: '/toolsets/{id}/procedures/check',
      describe: checkDescription,
      handle: (context) => checkText(ports, context),
    },
    {
      ...reads,
      method: 'GET',
      path: '/procedures/{id}/export',
      describe: exportDescription,
      handle: (context) => exportOne(ports, context),
    },
  ];
}

async function listOfToolset(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const id = context.params.id ?? '';
  await requireToolset(ports.designer.store, id, context.caller);
  const path = `/toolsets/${encodeURIComponent(id)}/procedures`;
  return listDesigns(procedureFace, ports, context, { path, keeps: ({ document }) => document.toolset === id });
}

async function checkText(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const fields = readFields(context.url, checkMembers);
  const toolset = context.params.id ?? '';
  const text = readText(await readJsonBody(context.request, { bytes: ports.bodyBytes }));
  await requireToolset(ports.designer.store, toolset, context.caller);
  const { findings, mentioned, mentions, steps } = await evaluateProcedure(
    ports.designer,
    { toolset, text },
    context.caller,
  );
  const more = {
    mentioned,
    mentions: mentions.map((each) => ({ ...each })),
    steps: steps.map((each) => ({ ...each })),
  };
  const shown = pickFields(writeEvaluation({ findings, more }), fields);
  return jsonReply(shown, { headers: { 'Cache-Control': 'no-store' } });
}

const checkMembers = ['ok', 'findings', 'mentioned', 'mentions', 'steps'];

function readText(body: unknown): string {
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with text')]);
  const read = createBodyReader();
  refuseUnknown(body, ['text'], '', read.faults);
  const text = read.text(body.text, '/text', procedureLimits.characters) ?? read.missing('/text');
  if (read.faults.length > 0) throw invalidBody(read.faults);
  return text;
}

const formats = ['json', 'skill', 'tar'];
const archiveType = 'application/x-tar';

async function exportOne(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { caller, params, request, url } = context;
  const format = url.searchParams.get('format') ?? 'json';
  negotiate(request, [format === 'tar' ? archiveType : 'application/json']);
  if (!formats.includes(format))
    throw invalidParameters([
      { field: 'format', code: 'request/enum', detail: `must be one of ${formats.join(', ')}` },
    ]);
  const fields = readFields(url, [...Object.keys(exportProperties), ...Object.keys(skillProperties)]);
  const procedure = toProcedure(await requireDesign(ports.designer.store, 'procedure', params.id ?? '', caller));
  const exported = await exportProcedure(ports.designer, procedure, { caller, origin: ports.origin });
  if (format === 'tar') return answerArchive(makeSkill(exported));
  const shown = format === 'json' ? writeProcedureExport(exported) : writeSkill(makeSkill(exported));
  return jsonReply(pickFields(shown, fields), { headers: personal });
}

/** A skill name has only letters, digits and hyphens, so it is safe in a header. */
function answerArchive(skill: Skill): HttpReply {
  const headers = {
    ...personal,
    'Content-Type': archiveType,
    'Content-Disposition': `attachment; filename="${skill.name}.tar"`,
  };
  return createReply(packSkill(skill), { headers });
}

function writeProcedureExport(exported: ProcedureExport): JsonObject {
  const { toolset } = exported;
  return {
    format: exported.format,
    format_version: exported.formatVersion,
    ...writeExportedProcedure(exported),
    ...(toolset === undefined ? {} : { toolset: writeExport(toolset) }),
  };
}

const writeSkill = ({ name, files }: Skill): JsonObject => ({
  name,
  files: files.map(({ path, text }) => ({ path, text })),
});

/** A procedure with errors cannot be exported as a skill. */
function makeSkill(exported: ProcedureExport): Skill {
  const toolset = exported.toolset === undefined ? null : writeExport(exported.toolset);
  const skill = exportSkill(exported, toolset);
  if (skill !== undefined) return skill;
  const errors = exported.findings.filter(({ severity }) => severity === 'error');
  throw new Failure('CONFLICT', {
    message: `The procedure has ${errors.length === 1 ? '1 error' : `${errors.length} errors`} and cannot be exported as a skill.`,
    fieldErrors: errors.slice(0, 100).map(refusalOf),
  });
}

const exportProperties: JsonObject = {
  format: { type: 'string', const: 'dragoman-procedure', description: 'Format identifier.' },
  format_version: { type: 'integer', const: 1, description: 'Format version.' },
  ...exportedProperties,
  toolset: { ...toolsetExportSchema, title: 'ToolsetExport' },
};

const skillProperties: JsonObject = {
  name: text('Name of the skill and of its folder.'),
  files: {
    type: 'array',
    description: 'The files, by path.',
    items: {
      type: 'object',
      description: 'A file.',
      required: ['path', 'text'],
      properties: { path: text('Path with slashes, starting with the folder.'), text: text('Content of the file.') },
      additionalProperties: false,
    },
  },
};

const listDescription = {
  operationId: 'toolset_procedures_list',
  tag: 'toolsets',
  summary: 'List the procedures of one toolset that you may see.',
  description:
    'Lists procedures by id, in short form. Use this to see the instructions that AI agents get for a toolset. Do not use it to read one with its findings: use procedures_read instead. No side effects.',
  parameters: [toolsetParameter, ...pageParameters, fieldsParameter('each procedure')],
  responses: { '200': jsonAnswer('A page of procedures.', designPageSchema(procedureFace), nextLinkHeader) },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: true,
    order: 'id asc',
    next: ['procedures_read'],
    untrusted: ['id', 'name', 'owner', 'description', 'toolset'].map((member) => `/procedures/*/${member}`),
  },
};

const checkDescription = {
  operationId: 'procedures_check',
  tag: 'toolsets',
  summary: 'Check the text of a procedure against a toolset without saving it.',
  description:
    'Reports tools, inputs and outputs in the text that do not exist, tools that the text never mentions, and steps that use values obtained only later; each with its line and a fix. ' +
    'Use this while you write. Do not use it to save a procedure: use procedures_create instead. No side effects.',
  parameters: [toolsetParameter, fieldsParameter('the response')],
  requestBody: {
    description: 'The text.',
    required: true,
    content: {
      'application/json': {
        schema: {
          ...closed('The text to check.', {
            text: {
              type: 'string',
              minLength: 1,
              maxLength: procedureLimits.characters,
              description: 'The procedure in Markdown.',
            },
          }),
          required: ['text'],
        },
        examples: {
          harbour_desk: { summary: 'A mention with a typo', value: { text: 'Call `forcast_pier()`.' } },
        },
      },
    },
  },
  responses: {
    '200': jsonAnswer('The findings.', closed('The findings.', { ...evaluationProperties, ...readProperties })),
  },
  failures: [400, 404, 406, 413, 415, 422, 503],
  agent: { read_only: true, idempotent: true, next: ['procedures_create'], untrusted: ['/findings', '/mentioned'] },
};

const exportDescription = {
  operationId: 'procedures_export',
  tag: 'toolsets',
  summary: 'Export a procedure with its toolset for a run time, or as an Agent Skill.',
  description:
    'json: the text with the tool names for models, its findings, and the whole toolset. skill: the files of an Agent Skill folder; tar: the same folder as an archive; both are rejected with 409 while the procedure has errors. ' +
    'Use this to deploy. Do not use it to edit: use procedures_read instead. No side effects.',
  parameters: [
    designParameter(procedureFace),
    {
      name: 'format',
      in: 'query' as const,
      description: 'json: for a run time; skill: the files of an Agent Skill; tar: its folder as an archive.',
      schema: { type: 'string', enum: formats, default: 'json' },
    },
    fieldsParameter('the export'),
  ],
  responses: {
    '200': {
      description: 'The export.',
      content: {
        'application/json': {
          schema: {
            description: 'The procedure or the files of a skill, or the members selected with fields.',
            anyOf: [closed('A procedure for a run time.', exportProperties), closed('A skill.', skillProperties)],
          },
        },
        [archiveType]: {
          schema: {
            type: 'string',
            contentMediaType: archiveType,
            description: 'The folder of the skill as a tar archive.',
          },
        },
      },
    },
  },
  failures: [400, 404, 406, 409, 503],
  agent: {
    read_only: true,
    untrusted: ['id', 'name', 'description', 'text', 'mentioned', 'findings', 'toolset', 'files'].map(
      (member) => `/${member}`,
    ),
  },
};
