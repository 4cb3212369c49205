/** Checks a team: its members, toolsets and procedures, and which members can be reached. */
import type { Diagnostic, TeamDocument, TeamMember } from '@dragoman/model';
import { diagnose, handOverName, nearestName } from '@dragoman/model';
import type { TeamCode } from './diagnostics.js';
import { teamDiagnostics } from './diagnostics.js';
import { closedCycles, reachedFrom } from './hand-over-paths.js';

/** What the author may see of the things that a team refers to; anything missing here is unknown. */
export interface TeamContext {
  /** Toolset → names of its tools. */
  toolsets: ReadonlyMap<string, readonly string[]>;
  /** Procedure → the toolset that it belongs to. */
  procedures: ReadonlyMap<string, string>;
}

/** Maximum number of clashes that are reported for one member. */
const maxClashes = 50;

type Report = (code: TeamCode, pointer: string, parameters: Record<string, string | number>) => Diagnostic;

/** Findings on a team, member by member, those about the whole team last. */
export function checkTeam(team: TeamDocument, ground: TeamContext): Diagnostic[] {
  const report: Report = (code, pointer, parameters) => diagnose(teamDiagnostics, code, { pointer }, parameters);
  return [
    ...checkEntry(team, report),
    ...team.members.flatMap((member, at) => checkMember(team, { member, at, ground }, report)),
    ...checkPaths(team, report),
  ];
}

function checkEntry({ entry, members }: TeamDocument, report: Report): Diagnostic[] {
  return members.some(({ name }) => name === entry) ? [] : [unknownMember(entry, '/entry', members, report)];
}

function unknownMember(name: string, pointer: string, members: readonly TeamMember[], report: Report): Diagnostic {
  const names = members.map((member) => member.name);
  const near = nearestName(name, names);
  const help = near === undefined ? `Members: ${names.slice(0, 20).join(', ')}.` : `Did you mean '${near}'?`;
  return report('team/unknown-member', pointer, { name: name.slice(0, 80), help });
}

interface Place {
  member: TeamMember;
  at: number;
  ground: TeamContext;
}

function checkMember(team: TeamDocument, place: Place, report: Report): Diagnostic[] {
  const { member, at } = place;
  const { members } = team;
  const { name, handsOverTo, toolsets } = member;
  const pointer = `/members/${at}`;
  const twin = members.findIndex(
    (other) => handOverName(other.name).toLowerCase() === handOverName(name).toLowerCase(),
  );
  const found = twin < at ? [report('team/member-doubled', `${pointer}/name`, { name })] : [];
  for (const [index, to] of handsOverTo.entries()) {
    const where = `${pointer}/hands_over_to/${index}`;
    if (to === name) found.push(report('team/hands-over-to-itself', where, { member: name }));
    else if (!members.some((other) => other.name === to)) found.push(unknownMember(to, where, members, report));
  }
  if (toolsets.length === 0 && handsOverTo.length === 0)
    found.push(report('team/nothing-to-do', pointer, { member: name }));
  return [...found, ...checkReferences(place, report), ...checkTools(team, place, report)];
}

function checkReferences({ member, at, ground }: Place, report: Report): Diagnostic[] {
  const toolsets = member.toolsets.flatMap((id, index) =>
    ground.toolsets.has(id) ? [] : [report('team/unknown-toolset', `/members/${at}/toolsets/${index}`, { id })],
  );
  const procedures = member.procedures.flatMap((id, index) => {
    const pointer = `/members/${at}/procedures/${index}`;
    const toolset = ground.procedures.get(id);
    if (toolset === undefined) return [report('team/unknown-procedure', pointer, { id })];
    if (member.toolsets.includes(toolset)) return [];
    return [report('team/procedure-without-toolset', pointer, { id, toolset, member: member.name })];
  });
  return [...toolsets, ...procedures];
}

/** Names of all tools that a member sees, including hand-over tools. */
export function toolsOf({ toolsets, handsOverTo }: TeamMember, ground: TeamContext): string[] {
  return [...toolsets.flatMap((id) => ground.toolsets.get(id) ?? []), ...handsOverTo.map(handOverName)];
}

function checkTools({ mostTools }: TeamDocument, { member, at, ground }: Place, report: Report): Diagnostic[] {
  const tools = toolsOf(member, ground);
  const found = clashesOf(tools).map((tool) =>
    report('team/name-clash', `/members/${at}/toolsets`, { member: member.name, tool }),
  );
  if (tools.length > mostTools) {
    const figures = { member: member.name, count: tools.length, limit: mostTools };
    found.push(report('team/too-many-tools', `/members/${at}/toolsets`, figures));
  }
  return found;
}

/** Names that another name before them equals, whatever their case; the first ones of them. */
function clashesOf(tools: readonly string[]): string[] {
  const seen = new Set<string>();
  const clashes = new Set<string>();
  for (const tool of tools) {
    const folded = tool.toLowerCase();
    if (seen.has(folded)) clashes.add(tool);
    seen.add(folded);
  }
  return [...clashes].slice(0, maxClashes);
}

function checkPaths(team: TeamDocument, report: Report): Diagnostic[] {
  const { entry, members } = team;
  if (!members.some(({ name }) => name === entry)) return [];
  const reached = reachedFrom(members, entry);
  const unreached = members.flatMap(({ name }, at) =>
    reached.has(name) ? [] : [report('team/unreachable-member', `/members/${at}`, { member: name, entry })],
  );
  const cycles = closedCycles(members, reached).map(({ inside, outside }) => {
    const names = (list: readonly string[]) =>
      list
        .slice(0, 10)
        .map((name) => `'${name}'`)
        .join(', ');
    return report('team/closed-circle', '/members', { members: names(inside), outside: names(outside) });
  });
  return [...unreached, ...cycles];
}
