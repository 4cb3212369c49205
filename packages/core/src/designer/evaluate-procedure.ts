/** Checks a stored or proposed procedure against the current state of its toolset, as one caller sees them. */
import type { Diagnostic, ProcedureDocument, ToolsetDocument } from '@dragoman/model';
import { diagnose, isFailure } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import { readHits } from '../catalogue/browse.js';
import type { Design } from '../catalogue/designs.js';
import type { Store } from '../catalogue/store.js';
import type { KnownTool, ProcedureReport } from '../procedures/check-procedure.js';
import { procedureDiagnostics } from '../procedures/diagnostics.js';
import type { ProcedureTool } from '../procedures/procedure-tools.js';
import { procedureTools } from '../procedures/procedure-tools.js';
import { findToolByName } from '../protocols/nact/find-by-name.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';
import { requireToolset } from './toolset-access.js';

/** A procedure with its document. */
export interface Procedure {
  design: Design;
  document: ProcedureDocument;
}

/** The procedure to check. */
export interface ProcedureDraft {
  /** Id of the procedure, so that it is not counted as another procedure of the same toolset. */
  id?: string;
  toolset: string;
  text: string;
}

/** The findings. */
export interface ProcedureEvaluation {
  findings: Diagnostic[];
  /** Tools of the toolset that the text mentions, by their names there. */
  mentioned: string[];
  mentions: ProcedureReport['mentions'];
  steps: ProcedureReport['steps'];
  /** The toolset; absent when the caller may not see one. */
  toolset?: Toolset;
}

/** Reads a design's document as a procedure's; the routes validate documents before they are stored. */
export function toProcedure(design: Design): Procedure {
  return { design, document: design.document as unknown as ProcedureDocument };
}

/** Checks a procedure; never throws because of the text. */
export async function evaluateProcedure(
  ports: DesignerPorts,
  draft: ProcedureDraft,
  caller: Caller,
): Promise<ProcedureEvaluation> {
  const toolset = await findToolset(ports.store, draft.toolset, caller);
  if (toolset === undefined) {
    const at = { pointer: '/toolset' };
    const missing = diagnose(procedureDiagnostics, 'procedure/toolset-missing', at, {
      id: draft.toolset.slice(0, 128),
    });
    return { findings: [missing], mentioned: [], mentions: [], steps: [] };
  }
  const tools = procedureTools(toolset.document);
  const { text } = draft;
  const names = await ports.procedures.findNames({ text, tools }, caller.subject);
  const context = {
    tools,
    open: toolset.document.mode === 'open',
    known: new Map([...(await findKnown(ports, names.unresolved, caller)), ...removedTools(toolset.document)]),
    mentionedElsewhere: await mentionedElsewhere(ports, { draft, tools, caller }, new Set(names.meant)),
  };
  const { diagnostics, ...read } = await ports.procedures.check({ text, context }, caller.subject);
  return { findings: diagnostics, ...read, toolset };
}

/** The toolset with this id, or undefined when the caller may not see it. */
export async function findToolset(
  store: Pick<Store, 'designs'>,
  id: string,
  caller: Caller,
): Promise<Toolset | undefined> {
  try {
    return await requireToolset(store, id, caller);
  } catch (thrown) {
    if (isFailure(thrown) && thrown.code === 'NOT_FOUND') return undefined;
    throw thrown;
  }
}

const designsAtOnce = 200;
/** Maximum number of designs searched for those of one toolset. */
const maxDesigns = 10_000;

/** The live procedures of a toolset that the caller may see, by id. */
export async function* proceduresOf(
  { designs }: Pick<Store, 'designs'>,
  toolset: string,
  caller: Caller,
): AsyncIterable<Procedure> {
  let after: string | undefined;
  for (let offset = 0; offset < maxDesigns; offset += designsAtOnce) {
    const some = await designs.list('procedure', after, designsAtOnce);
    for (const design of some) {
      if (design.document.toolset === toolset && canSee(caller, design)) yield toProcedure(design);
    }
    after = some.at(-1)?.id;
    if (some.length < designsAtOnce) return;
  }
}

interface Elsewhere {
  draft: ProcedureDraft;
  tools: readonly ProcedureTool[];
  caller: Caller;
}

/** Names of tools that other procedures of the toolset mention; not loaded when the text mentions all tools itself. */
async function mentionedElsewhere(
  { store, procedures }: Pick<DesignerPorts, 'store' | 'procedures'>,
  { draft, tools, caller }: Elsewhere,
  here: ReadonlySet<string>,
): Promise<Set<string>> {
  const names = new Set<string>();
  if (tools.every(({ name }) => here.has(name))) return names;
  for await (const { design, document } of proceduresOf(store, draft.toolset, caller)) {
    if (design.id === draft.id) continue;
    const { mentioned } = await procedures.check({ text: document.text, context: { tools } }, caller.subject);
    for (const name of mentioned) names.add(name);
  }
  return names;
}

/** Former tools of the toolset, by their former names. */
function removedTools({ retired }: ToolsetDocument): [string, KnownTool][] {
  return retired.map(({ name, agentId, sourceToolId }) => [name, { agentId, toolId: sourceToolId }]);
}

/** Maximum number of names offset up, and of services searched for each. */
const maxNames = 50;
const agentsPerName = 10;

/** Tools of the catalogue by names that the toolset does not have. */
async function findKnown(
  ports: DesignerPorts,
  names: readonly string[],
  caller: Caller,
): Promise<Map<string, KnownTool>> {
  const known = new Map<string, KnownTool>();
  for (const name of names.slice(0, maxNames)) {
    const tool = await findByName(ports, name, caller);
    if (tool !== undefined) known.set(name, tool);
  }
  return known;
}

async function findByName(ports: DesignerPorts, name: string, caller: Caller): Promise<KnownTool | undefined> {
  const text = name.replace(/[_-]+/g, ' ');
  const query = { text, conditions: [], order: 'relevance', top: agentsPerName, skip: 0 } as const;
  const { hits } = await ports.index.find(query, caller);
  for await (const { stored } of readHits(ports, hits, caller)) {
    const { tools } = await ports.toolCache.toolsOf(stored);
    const found = findToolByName(tools, stored.entry.operations, name);
    if (found?.listed) return { agentId: stored.entry.id, toolId: found.toolId };
  }
  return undefined;
}
