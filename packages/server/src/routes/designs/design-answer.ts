/** Writes a design as a response: the stored document and its current findings. */
import type { Design, WrittenDesign } from '@dragoman/core/engine';
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
import { listDesignChanges } from '../design-changes.js';
import type { ToolsetRoutePorts } from '../toolset-ports.js';
import { personal } from '../toolset-ports.js';
import type { DesignFace, EvaluatedDesign } from './design-face.js';
import { writeFinding } from './finding-view.js';

/** Writes the members that all kinds of design share. */
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

/** Writes the findings and the members derived from them. */
export function writeEvaluation({ findings, more = {} }: EvaluatedDesign): JsonObject {
  return { ok: !hasErrors(findings as Diagnostic[]), findings: findings.map(writeFinding), ...more };
}

/** Writes a design with its findings. */
export async function writeDesign(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { design, context }: { design: Design; context: RouteContext },
): Promise<JsonObject> {
  const evaluated = await face.evaluate(ports.designer, design, context);
  const header = writeHeader(design, canChange(context.caller, design));
  return { ...header, ...face.write(design.document), ...writeEvaluation(evaluated) };
}

/** Status, selected members and extra headers of a response. */
export interface DesignAnswer {
  status?: number;
  fields?: readonly string[] | undefined;
  headers?: Record<string, string>;
}

/** Writes one design as a response; 304 when the client has the same version. */
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

/** Writes the result of a dry run. */
export async function answerDesignDryRun(
  face: DesignFace,
  ports: ToolsetRoutePorts,
  { written, context }: { written: WrittenDesign; context: RouteContext },
): Promise<HttpReply> {
  const { design, outcome } = written;
  const shown = await writeDesign(face, ports, { design, context });
  const result = { would_change: outcome !== 'unchanged', reversible: true, outcome };
  const body = { dry_run: true, ...result, changes: listDesignChanges(written), [face.kind]: shown };
  return jsonReply(body, { headers: { 'Cache-Control': 'no-store' } });
}
