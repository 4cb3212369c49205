/** Routes that only teams have: a check without saving, and an export for run times. */

import type { TeamExport } from '@dragoman/core/engine';
import { evaluateTeam, exportTeam, requireDesign, toTeam } from '@dragoman/core/engine';
import type { HttpReply, Route, RouteContext } from '@dragoman/core/http';
import {
  closedSchema as closed,
  fieldsParameter,
  jsonAnswer,
  jsonReply,
  listSchema as list,
  negotiate,
  pickFields,
  readFields,
  readJsonBody,
  textSchema as text,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal } from '../toolset-ports.js';
import { exportSchema as toolsetExportSchema } from '../toolset-schemas.js';
import { writeExport } from '../toolset-view.js';
import { writeEvaluation } from './design-answer.js';
import { designParameter, evaluationProperties } from './design-description.js';
import { readDesignBody } from './design-request.js';
import { exportedProcedureSchema, writeExportedProcedure } from './exported-procedure.js';
import { findingSchema, writeFinding } from './finding-view.js';
import { readTeam, teamFace } from './team-face.js';

/** Creates the routes that other designs do not have. */
export function createTeamRoutes(ports: ToolsetRoutePorts): Route[] {
  const reads = { budget: 'read', access: 'public' } as const;
  return [
    {
      ...reads,
      method: 'POST',
      path: '/teams/check',
      describe: checkDescription,
      handle: (context) => checkOne(ports, context),
    },
    {
      ...reads,
      method: 'GET',
      path: '/teams/{id}/export',
      describe: exportDescription,
      handle: (context) => exportOne(ports, context),
    },
  ];
}

async function checkOne(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  negotiate(context.request, ['application/json']);
  const fields = readFields(context.url, Object.keys(evaluationProperties));
  const body = await readJsonBody(context.request, { bytes: ports.bodyBytes });
  const known = ['description', 'entry', 'most_tools', 'members'];
  const { rest } = readDesignBody(body, { known, creating: true }, readTeam);
  const findings = await evaluateTeam(ports.designer, rest, context.caller);
  return jsonReply(pickFields(writeEvaluation({ findings }), fields), { headers: { 'Cache-Control': 'no-store' } });
}

async function exportOne(ports: ToolsetRoutePorts, context: RouteContext): Promise<HttpReply> {
  const { caller, params, request, url } = context;
  negotiate(request, ['application/json']);
  const fields = readFields(url, Object.keys(exportProperties));
  const team = toTeam(await requireDesign(ports.designer.store, 'team', params.id ?? '', caller));
  const exported = await exportTeam(ports.designer, team, { caller, origin: ports.origin });
  return jsonReply(pickFields(writeTeamExport(exported), fields), { headers: personal });
}

function writeTeamExport(exported: TeamExport): JsonObject {
  const { format, formatVersion, id, name, description, version, entry } = exported;
  return {
    format,
    format_version: formatVersion,
    id,
    name,
    description,
    version,
    entry,
    members: exported.members.map(({ handOvers, ...member }) => ({
      ...member,
      hand_overs: handOvers.map(({ to, tool }) => ({ to, tool: tool as unknown as JsonObject })),
    })),
    toolsets: exported.toolsets.map(writeExport),
    procedures: exported.procedures.map(writeExportedProcedure),
    findings: exported.findings.map(writeFinding),
  };
}

const exportProperties: JsonObject = {
  format: { type: 'string', const: 'dragoman-team', description: 'Format identifier.' },
  format_version: { type: 'integer', const: 1, description: 'Format version.' },
  id: text('Id of the team.'),
  name: text('Display name.'),
  description: text('What the team is for.'),
  version: { type: 'integer', minimum: 1, description: 'Version of the team.' },
  entry: text('Name of the member that starts.'),
  members: list(
    'The members.',
    closed('A member.', {
      name: text('Name of the member.'),
      when: text('When to hand over to it.'),
      tools: list(
        'Tools that it sees.',
        closed('A tool.', { toolset: text('Id of its toolset.'), name: text('Name of the tool in the toolset.') }),
      ),
      procedures: list('Procedures that it follows.', text('Id of a procedure.')),
      hand_overs: list(
        'Members that it may hand over to.',
        closed('A hand-over.', {
          to: text('Name of the member.'),
          tool: closed('The hand-over tool.', {
            name: text('Name of the tool.'),
            description: text('Description for the model.'),
            schema: { type: 'object', description: 'JSON Schema of its inputs.', additionalProperties: true },
          }),
        }),
      ),
    }),
  ),
  toolsets: list('Toolsets of the members.', { ...toolsetExportSchema, title: 'ToolsetExport' }),
  procedures: list('Procedures of the members.', exportedProcedureSchema),
  findings: list('Current findings.', findingSchema),
};

const checkDescription = {
  operationId: 'teams_check',
  tag: 'toolsets',
  summary: 'Check a team without saving it.',
  description:
    'Reports members, toolsets and procedures that do not exist, members that are never reached, tools with conflicting names and members with too many tools. Use this while you design. Do not use it to save a team: use teams_create instead. No side effects.',
  requestBody: {
    description: 'The team.',
    required: true,
    content: {
      'application/json': {
        schema: {
          ...closed('A team.', {
            id: text('Id of the team; ignored.'),
            name: text('Display name.'),
            visibility: { type: 'string', enum: ['public', 'private'], description: 'Ignored.' },
            grants: { ...list('Ignored.', text('A grant.')), maxItems: 100 },
            ...teamFace.schemas.body,
          }),
          required: ['name', ...teamFace.schemas.required],
        },
        examples: { harbour_desk: teamFace.example },
      },
    },
  },
  parameters: [fieldsParameter('the evaluation', 'ok')],
  responses: {
    '200': jsonAnswer(
      'The findings.',
      closed('The findings, or the members selected with fields.', evaluationProperties),
    ),
  },
  failures: [400, 406, 413, 415, 503],
  agent: { read_only: true, idempotent: true, next: ['teams_create'], untrusted: ['/findings'] },
};

const exportDescription = {
  operationId: 'teams_export',
  tag: 'toolsets',
  summary: 'Export a team with toolsets, procedures and hand-over tools for a run time.',
  description:
    'Returns everything that a run time needs: each member with its tools, procedures and hand-over tools. Use this to deploy. Do not use it to edit: use teams_read instead. No side effects.',
  parameters: [designParameter(teamFace), fieldsParameter('the export')],
  responses: {
    '200': jsonAnswer(
      'The export.',
      closed('A team for a run time, or the members selected with fields.', exportProperties),
    ),
  },
  failures: [400, 404, 406, 503],
  agent: {
    read_only: true,
    untrusted: ['id', 'name', 'description', 'entry', 'members', 'toolsets', 'procedures', 'findings'].map(
      (member) => `/${member}`,
    ),
  },
};
