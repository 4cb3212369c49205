/** Which lines of procedures and which members of teams depend on a tool of a toolset, as one caller may see them. */
import type { Caller } from '../access/caller.js';
import { canSee } from '../access/caller.js';
import type { Design, DesignKind } from '../catalogue/designs.js';
import { createYieldWhenDue } from '../documents/yield-when-due.js';
import { procedureTools } from '../procedures/procedure-tools.js';
import { toProcedure } from './evaluate-procedure.js';
import { toTeam } from './evaluate-team.js';
import type { DesignerPorts, Toolset } from './toolset-access.js';

/** What depends on a tool. */
export interface AffectedDesigns {
  procedures: { id: string; name: string; state: 'draft' | 'ready'; lines: number[] }[];
  /** Teams in which these members have the toolset. */
  teams: { id: string; name: string; members: string[] }[];
}

/** What depends on a tool, by its name in the toolset. */
export type AffectedByTool = (tool: string) => AffectedDesigns;

/** Maximum number of designs that are searched, and of lines that are listed for one procedure. */
const maxSearched = 2000;
const portion = 200;
const maxLines = 50;

/** Creates the search; procedures and teams are read once, when the first toolset is searched. */
export function createAffectedSearch(ports: DesignerPorts, caller: Caller) {
  let all: Promise<[procedures: Design[], teams: Design[]]> | undefined;
  return async (toolset: Toolset): Promise<AffectedByTool> => {
    all ??= Promise.all([visibleDesigns(ports, 'procedure', caller), visibleDesigns(ports, 'team', caller)]);
    const [procedures, teams] = await all;
    const mentioned = await findMentioned(ports, { toolset, procedures, caller });
    const having = teamsWith(toolset.design.id, teams);
    return (tool) => ({
      procedures: mentioned.flatMap(({ lines, ...procedure }) => {
        const found = lines.get(tool);
        return found === undefined ? [] : [{ ...procedure, lines: found.slice(0, maxLines) }];
      }),
      teams: having,
    });
  };
}

async function visibleDesigns({ store }: DesignerPorts, kind: DesignKind, caller: Caller): Promise<Design[]> {
  const found: Design[] = [];
  let after: string | undefined;
  for (let searched = 0; searched < maxSearched; searched += portion) {
    const some = await store.designs.list(kind, after, portion);
    found.push(...some.filter((design) => canSee(caller, design)));
    after = some.at(-1)?.id;
    if (some.length < portion) break;
  }
  return found;
}

interface Searched {
  toolset: Toolset;
  procedures: readonly Design[];
  caller: Caller;
}

/** The procedures of the toolset with the lines that mention each tool. */
async function findMentioned(ports: DesignerPorts, { toolset, procedures, caller }: Searched) {
  const tools = procedureTools(toolset.document);
  const yieldWhenDue = createYieldWhenDue();
  const found = [];
  for (const design of procedures) {
    const { document } = toProcedure(design);
    if (document.toolset !== toolset.design.id) continue;
    await yieldWhenDue();
    const { mentions } = await ports.procedures.check({ text: document.text, context: { tools } }, caller.subject);
    const lines = new Map<string, number[]>();
    for (const { tool, line } of mentions) lines.set(tool, [...new Set([...(lines.get(tool) ?? []), line])]);
    found.push({ id: design.id, name: design.name, state: document.state, lines });
  }
  return found;
}

function teamsWith(toolset: string, teams: readonly Design[]): AffectedDesigns['teams'] {
  return teams.flatMap((design) => {
    const members = toTeam(design).document.members.filter(({ toolsets }) => toolsets.includes(toolset));
    return members.length === 0 ? [] : [{ id: design.id, name: design.name, members: members.map(({ name }) => name) }];
  });
}
