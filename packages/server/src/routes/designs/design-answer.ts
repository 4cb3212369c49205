/** One design as an answer: what is stored, and what is to be said about it now. */
import type { Design } from '@dragoman/core/engine';
import { canChange } from '@dragoman/core/engine';
import type { HttpReply, RouteContext } from '@dragoman/core/http';
import {
  isUnchanged,
  jsonReply,
  notModified,
  pickFields,
  validatorHeaders,
  validatorsWithFindings,
} from '@dragoman/core/http';
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal } from '../toolset-ports.js';
import type { DesignFace, JudgedDesign } from './design-face.js';
import { writeFinding } from './finding-view.js';

/** The members that all kinds of design share. */
export function writeHeader(design: Design, owner: boolean): JsonObject {
  return {
    id: design.id,
    name: design.name,
    owner: design.owner,
    visibility: design.visibility,
    ...(owner ? { grants: design.grants } : {}),
    version: design.version,
    created_at: design.createdAt,
    updated_at: design.updatedAt,
  };
}

/** Findings and what follows from them. */
export function writeJudgement({ findings, more = {} }: JudgedDesign): JsonObject {
  return { ok: !hasErrors(findings as Diagnostic[]), findings: findings.map(writeFinding), ...more };
}

/** A design with what is to be said about it. */
export async function writeDesign(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { design, context }: { design: Design; context: RouteContext },
): Promise<JsonObject> {
  const judged = await face.judge(ports.designer, design, context);
  const header = writeHeader(design, canChange(context.caller, design));
  return { ...header, ...face.write(design.document), ...writeJudgement(judged) };
}

/** Status, members and headers of an answer beyond the usual ones. */
export interface DesignAnswer {
  status?: number;
  fields?: readonly string[] | undefined;
  headers?: Record<string, string>;
}

/** One design as an answer; 304 for a reader that has the very same. */
export async function answerDesign(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { design, context }: { design: Design; context: RouteContext },
  { status = 200, fields, headers = {} }: DesignAnswer = {},
): Promise<HttpReply> {
  const body = pickFields(await writeDesign(face, ports, { design, context }), fields);
  const view = canChange(context.caller, design) ? 'owner' : 'other';
  const validators = validatorsWithFindings(design, view, JSON.stringify(body));
  const all = { ...personal, ...validatorHeaders(validators), ...headers };
  if (context.request.method === 'GET' && isUnchanged(context.request, validators)) return notModified(all);
  return jsonReply(body, { status, headers: all });
}

/** What a write would leave, for a dry run. */
export async function answerDesignRehearsal(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { design, outcome, context }: { design: Design; outcome: string; context: RouteContext },
): Promise<HttpReply> {
  const shown = await writeDesign(face, ports, { design, context });
  const told = { dry_run: true, would_change: outcome !== 'unchanged', reversible: true, outcome, [face.kind]: shown };
  return jsonReply(told, { headers: { 'Cache-Control': 'no-store' } });
}
