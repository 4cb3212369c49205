/** Checks a team against the toolsets and procedures that one caller may see, and exports it for a run time. */
import type { Diagnostic, HandOverTool, TeamDocument, TeamMember } from '@dragoman/model';
import { handOverTool } from '@dragoman/model';
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import type { Design } from '../catalogue/designs.js';
import { checkTeam } from '../teams/check-team.js';
import type { Procedure } from './evaluate-procedure.js';
import { findToolset, toProcedure } from './evaluate-procedure.js';
import type { ExportContext, ExportedProcedure } from './export-procedure.js';
import { exportProcedure, toolsetAddress } from './export-procedure.js';
import type { ToolsetExport } from './export-toolset.js';
import { exportToolset } from './export-toolset.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';

/** A team with its document. */
export interface Team {
  design: Design;
  document: TeamDocument;
}

/** Reads a design's document as a team's; the routes validate documents before they are stored. */
export function toTeam(design: Design): Team {
  return { design, document: design.document as unknown as TeamDocument };
}

/** One member of an export. */
export interface ExportedMember {
  name: string;
  when: string;
  /** Names of its tools, as in the toolsets. */
  tools: { toolset: string; name: string }[];
  /** Ids of its procedures. */
  procedures: string[];
  /** Members that it may hand over to, with the tools that do so. */
  handOvers: { to: string; tool: HandOverTool }[];
}

/** An exported team. */
export interface TeamExport {
  format: 'dragoman-team';
  formatVersion: 1;
  id: string;
  name: string;
  description: string;
  version: number;
  entry: string;
  members: ExportedMember[];
  toolsets: ToolsetExport[];
  procedures: ExportedProcedure[];
  findings: Diagnostic[];
}

interface Parts {
  toolsets: Map<string, Toolset>;
  procedures: Map<string, Procedure>;
}

/** Findings on a team in the current state of everything that it refers to. */
export async function evaluateTeam(ports: DesignerPorts, team: TeamDocument, caller: Caller): Promise<Diagnostic[]> {
  return evaluateParts(team, await gather(ports, team, caller));
}

/** Exports a team with everything that a run time needs. */
export async function exportTeam(
  ports: DesignerPorts,
  { design, document }: Team,
  context: ExportContext,
): Promise<TeamExport> {
  const { caller, origin } = context;
  const parts = await gather(ports, document, caller);
  const toolsets: ToolsetExport[] = [];
  for (const [id, toolset] of parts.toolsets) {
    toolsets.push(await exportToolset(ports, toolset, { caller, root: toolsetAddress(origin, id) }));
  }
  const procedures: ExportedProcedure[] = [];
  for (const procedure of parts.procedures.values()) {
    const {
      toolset: _,
      format: __,
      formatVersion: ___,
      ...exported
    } = await exportProcedure(ports, procedure, context);
    procedures.push(exported);
  }
  return {
    format: 'dragoman-team',
    formatVersion: 1,
    id: design.id,
    name: design.name,
    description: document.description,
    version: design.version,
    entry: document.entry,
    members: document.members.map((member) => exportMember(member, document, toolsets)),
    toolsets,
    procedures,
    findings: evaluateParts(document, parts),
  };
}

function exportMember(member: TeamMember, team: TeamDocument, toolsets: readonly ToolsetExport[]): ExportedMember {
  const { name, when, procedures } = member;
  const own = toolsets.filter(({ id }) => member.toolsets.includes(id));
  return {
    name,
    when,
    tools: own.flatMap(({ id, tools }) => tools.map(({ alias }) => ({ toolset: id, name: alias }))),
    procedures,
    handOvers: member.handsOverTo.flatMap((to) => {
      const other = team.members.find((each) => each.name === to);
      return other === undefined ? [] : [{ to, tool: handOverTool(to, other.when) }];
    }),
  };
}

async function gather(ports: DesignerPorts, team: TeamDocument, caller: Caller): Promise<Parts> {
  const parts: Parts = { toolsets: new Map(), procedures: new Map() };
  for (const id of new Set(team.members.flatMap(({ toolsets }) => toolsets))) {
    const toolset = await findToolset(ports.store, id, caller);
    if (toolset !== undefined) parts.toolsets.set(id, toolset);
  }
  for (const id of new Set(team.members.flatMap(({ procedures }) => procedures))) {
    const design = await ports.store.designs.read('procedure', id);
    if (design !== undefined && design.deletedAt === undefined && canSee(caller, design))
      parts.procedures.set(id, toProcedure(design));
  }
  return parts;
}

function evaluateParts(team: TeamDocument, { toolsets, procedures }: Parts): Diagnostic[] {
  return checkTeam(team, {
    toolsets: new Map([...toolsets].map(([id, { document }]) => [id, document.tools.map(({ served }) => served.name)])),
    procedures: new Map([...procedures].map(([id, { document }]) => [id, document.toolset])),
  });
}
