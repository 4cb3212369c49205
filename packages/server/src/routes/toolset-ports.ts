/** Dependencies and common functions of the toolset routes. */

import type { Design, DesignerPorts, DesignStore, Toolset, ToolsetWriting, WrittenDesign } from '@dragoman/core/engine';
import { canChange, canSee, compareToolsets, rehearseDesigns, toToolset } from '@dragoman/core/engine';
import type { Clock, HttpReply, RouteContext } from '@dragoman/core/http';
import {
  designTag,
  designValidators,
  isUnchanged,
  jsonReply,
  notModified,
  pickFields,
  timestamp,
  validatorHeaders,
  writeCondition,
} from '@dragoman/core/http';
import type { JsonObject } from '@dragoman/model';
import { listDesignChanges } from './design-changes.js';
import { wantsDryRun } from './dry-run.js';
import type { SeesAgent } from './toolset-view.js';
import { writeToolset } from './toolset-view.js';

/** Dependencies of the toolset routes. */
export interface ToolsetRoutePorts {
  designer: DesignerPorts;
  clock: Clock;
  /** Creates the id of a toolset that has none. */
  newId: () => string;
  /** Public base URL of this server. */
  origin: string;
  /** Secret that signs page cursors. */
  cursorKey: string;
  /** Maximum body in bytes. */
  bodyBytes: number;
}

/** Headers of responses that depend on the caller. */
export const personal = { 'Cache-Control': 'private, no-cache', Vary: 'Authorization, X-API-Key' };

/** Returns a function that says which services of the toolset the caller may see. */
export async function seesAgents(
  { designer: { index } }: ToolsetRoutePorts,
  { caller }: RouteContext,
  { document: { tools, content } }: Toolset,
): Promise<SeesAgent> {
  const chosen = [...tools.map(({ served }) => served), ...(content?.prompts ?? []), ...(content?.resources ?? [])];
  const seen = new Set<string>();
  for (const agentId of new Set(chosen.map((each) => each.agentId))) {
    const access = await index.access(agentId);
    if (access !== undefined && canSee(caller, access)) seen.add(agentId);
  }
  return (agentId) => seen.has(agentId);
}

/** The writer, its preconditions, and whether the request is a dry run. */
export function writerOf(
  ports: Pick<ToolsetRoutePorts, 'clock'> & { designer: { store: Pick<DesignerPorts['store'], 'designs'> } },
  context: RouteContext,
): Pick<ToolsetWriting, 'caller' | 'context' | 'precondition'> & { designs: DesignStore; dryRun: boolean } {
  const { caller, traceId, request } = context;
  const condition = writeCondition(request);
  const dryRun = wantsDryRun(context);
  const { designs } = ports.designer.store;
  return {
    caller,
    context: { actor: caller.subject, traceId, at: timestamp(ports.clock) },
    designs: dryRun ? rehearseDesigns(designs) : designs,
    dryRun,
    ...(condition === undefined
      ? {}
      : {
          precondition: (current: Design | undefined) =>
            condition(current === undefined ? undefined : { tag: designTag(current), updatedAt: current.updatedAt }),
        }),
  };
}

/** Writes one toolset as the response; 304 when the client has the current version. */
export async function answerToolset(
  ports: ToolsetRoutePorts,
  context: RouteContext,
  toolset: Toolset,
  {
    status = 200,
    fields,
    headers = {},
  }: { status?: number; fields?: readonly string[]; headers?: Record<string, string> } = {},
): Promise<HttpReply> {
  const { caller, request } = context;
  const view = canChange(caller, toolset.design) ? 'owner' : 'other';
  const validators = designValidators(toolset.design, view);
  const all = { ...personal, ...validatorHeaders(validators), ...headers };
  // The view of other callers also depends on which services they may see, so only the owner's view has an ETag by version.
  const own = view === 'owner' && fields === undefined;
  if (request.method === 'GET' && own && isUnchanged(request, validators)) return notModified(all);
  const { ETag: _, 'Last-Modified': _modified, ...plain } = all as Record<string, string>;
  const sees = await seesAgents(ports, context, toolset);
  const body = writeToolset(toolset, { origin: ports.origin, caller, sees });
  return jsonReply(pickFields(body, fields), { status, headers: own || request.method !== 'GET' ? all : plain });
}

/** Writes the result of a dry run: the toolset as it would be. */
export async function answerDryRun(
  ports: ToolsetRoutePorts,
  context: RouteContext,
  written: WrittenDesign,
): Promise<HttpReply> {
  const { caller } = context;
  const { design, outcome } = written;
  const made = toToolset(design);
  const sees = await seesAgents(ports, context, made);
  const toolset = writeToolset(made, { origin: ports.origin, caller, sees });
  const body: JsonObject = {
    dry_run: true,
    would_change: outcome !== 'unchanged',
    reversible: true,
    outcome,
    changes: await listChanges(ports, written, caller.subject),
    toolset,
  };
  return jsonReply(body, { headers: { 'Cache-Control': 'no-store' } });
}

async function listChanges(
  { designer }: ToolsetRoutePorts,
  written: WrittenDesign,
  subject: string,
): Promise<string[]> {
  const { design, before } = written;
  if (before === undefined || written.outcome === 'unchanged') return listDesignChanges(written);
  const changes = await compareToolsets(before, design, (pair) => designer.compareTools(pair, subject));
  return changes.slice(0, mostChanges).map(({ message }) => message.slice(0, 2_000));
}

/** Maximum number of changes that a dry run names. */
const mostChanges = 1_000;
