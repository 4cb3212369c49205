/** Exports procedures for a run time, with or without their toolset, and as a skill. */
import type { Diagnostic, JsonValue } from '@dragoman/model';
import { hasErrors } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { procedureTools } from '../procedures/procedure-tools.js';
import { spellMentions } from '../procedures/spell-mentions.js';
import type { Skill } from '../procedures/write-skill.js';
import { writeSkill } from '../procedures/write-skill.js';
import type { Procedure } from './evaluate-procedure.js';
import { evaluateProcedure, proceduresOf } from './evaluate-procedure.js';
import type { ToolsetExport } from './export-toolset.js';
import { exportToolset } from './export-toolset.js';
import { skillTool } from './skill-tools.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';

/** One procedure of an export. */
export interface ExportedProcedure {
  id: string;
  name: string;
  description: string;
  /** Version of the procedure. */
  version: number;
  state: 'draft' | 'ready';
  /** The text, with tools under the names that models see. */
  text: string;
  /** Names of the tools that the text mentions. */
  mentioned: string[];
  /** Current findings on the text. */
  findings: Diagnostic[];
}

/** A self-contained procedure with its toolset. */
export interface ProcedureExport extends ExportedProcedure {
  format: 'dragoman-procedure';
  formatVersion: 1;
  /** Absent when the caller may not see it. */
  toolset?: ToolsetExport;
}

/** Caller of the export and base URL of the server. */
export interface ExportContext {
  caller: Caller;
  /** Base URL of the server, without a trailing slash. */
  origin: string;
}

/** Maximum number of procedures exported with one toolset. */
const maxProcedures = 100;

/** The URL of a toolset's N-ACT root. */
export function toolsetAddress(origin: string, id: string): string {
  return `${origin}/toolsets/${encodeURIComponent(id)}`;
}

/** Exports a procedure. */
export async function exportProcedure(
  ports: DesignerPorts,
  procedure: Procedure,
  { caller, origin }: ExportContext,
): Promise<ProcedureExport> {
  const { toolset, ...evaluated } = await exportEvaluated(ports, procedure, caller);
  const root = toolsetAddress(origin, procedure.document.toolset);
  const exported = toolset === undefined ? {} : { toolset: await exportToolset(ports, toolset, { caller, root }) };
  return { format: 'dragoman-procedure', formatVersion: 1, ...evaluated, ...exported };
}

/** Every procedure of a toolset that the caller may see, for its export. */
export async function exportProcedures(
  ports: DesignerPorts,
  toolsetId: string,
  caller: Caller,
): Promise<ExportedProcedure[]> {
  const made: ExportedProcedure[] = [];
  for await (const procedure of proceduresOf(ports.store, toolsetId, caller)) {
    const { toolset: _, ...evaluated } = await exportEvaluated(ports, procedure, caller);
    made.push(evaluated);
    if (made.length >= maxProcedures) break;
  }
  return made;
}

async function exportEvaluated(
  ports: DesignerPorts,
  { design, document }: Procedure,
  caller: Caller,
): Promise<ExportedProcedure & { toolset?: Toolset }> {
  const { findings, mentioned, toolset } = await evaluateProcedure(ports, { id: design.id, ...document }, caller);
  const tools = toolset === undefined ? [] : procedureTools(toolset.document);
  return {
    id: design.id,
    name: design.name,
    description: document.description,
    version: design.version,
    state: document.state,
    text: spellMentions(document.text, tools),
    mentioned,
    findings,
    ...(toolset === undefined ? {} : { toolset }),
  };
}

/** The procedure as a skill with its toolset as exported; undefined while there are errors. */
export function exportSkill(procedure: ProcedureExport, kept: JsonValue): Skill | undefined {
  const { toolset } = procedure;
  if (toolset === undefined || hasErrors(procedure.findings)) return undefined;
  return writeSkill({
    name: procedure.name,
    description: procedure.description,
    text: procedure.text,
    tools: toolset.tools.map(skillTool),
    metadata: {
      procedure: procedure.id,
      procedure_version: String(procedure.version),
      toolset: toolset.id,
      toolset_version: String(toolset.version),
      tools_root: toolset.root,
    },
    toolset: kept,
  });
}
