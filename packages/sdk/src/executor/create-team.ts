/**
 * A team at run time: an exported team becomes an executor whose sessions start with the entry member and show each
 * member its own tools. A hand-over switches the member and passes on reason, summary and values.
 */
import { isJsonObject } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { ToolsetExport } from '../toolsets.js';
import { createExecutor, type Executor } from './create-executor.js';
import type { ChosenTool, ExecutorOptions, SubAgent } from './executor-options.js';
import { chosenTools } from './from-toolset.js';
import type { ToolSource } from './tool-root.js';

/** The members of a `GET /teams/{id}/export` response that a runtime reads. */
export interface TeamExport {
  format: 'dragoman-team';
  format_version: 1;
  entry: string;
  members: {
    name: string;
    when: string;
    tools: { toolset: string; name: string }[];
    procedures: string[];
    hand_overs: { to: string }[];
  }[];
  toolsets: ToolsetExport[];
  procedures: { id: string; text: string }[];
  findings?: { severity: string; message: string }[];
}

/** Connection options for the toolsets' roots. */
export type TeamConnection = Omit<ToolSource, 'label' | 'root'>;

/** Options that the host adds to the team. */
export interface TeamOptions extends Omit<ExecutorOptions, 'sources' | 'tools' | 'agents' | 'mode'> {
  /** Credentials and similar options, for every toolset or by toolset id. */
  connection?: TeamConnection | ((toolset: string) => TeamConnection);
}

/** Creates the executor of an exported team; throws when the export is invalid or has errors among its findings. */
export function createTeam(exported: unknown, { connection = {}, ...options }: TeamOptions = {}): Executor {
  const team = readExport(exported);
  const connect = typeof connection === 'function' ? connection : () => connection;
  return createExecutor({
    ...options,
    sources: team.toolsets.map(({ id, root }) => ({ label: id, root, ...connect(id) })),
    tools: nameApart(team.toolsets.flatMap(chosenTools)),
    agents: members(team),
  });
}

function readExport(exported: unknown): TeamExport {
  const isTeam =
    isJsonObject(exported) &&
    exported.format === 'dragoman-team' &&
    exported.format_version === 1 &&
    hasLists(exported);
  if (!isTeam) throw clientError('INVALID_ARGUMENT', { message: 'This is not an exported team of version 1.' });
  const team = exported as unknown as TeamExport;
  const [error] = (team.findings ?? []).filter(({ severity }) => severity === 'error');
  if (error === undefined) return team;
  throw clientError('INVALID_ARGUMENT', { message: `The team has errors; the first: ${String(error.message)}` });
}

function hasLists(exported: Readonly<Record<string, unknown>>): boolean {
  return ['members', 'toolsets', 'procedures'].every((member) => Array.isArray(exported[member]));
}

/** Names stay as given unless two toolsets share one; then the executor adds the toolset. */
function nameApart(tools: readonly ChosenTool[]): ChosenTool[] {
  const names = tools.map(({ alias = '' }) => alias.toLowerCase());
  return tools.map(({ alias, ...tool }, at) => {
    const shared = names.filter((name) => name === names[at]).length > 1;
    return shared || alias === undefined ? tool : { ...tool, alias };
  });
}

/** The entry member first, because sessions start with the first one. */
function members(team: TeamExport): SubAgent[] {
  const entry = team.members.filter(({ name }) => name === team.entry);
  const others = team.members.filter(({ name }) => name !== team.entry);
  return [...entry, ...others].map((member) => ({
    name: member.name,
    description: member.when,
    procedure: member.procedures.map((id) => team.procedures.find((each) => each.id === id)?.text ?? '').join('\n\n'),
    tools: member.tools.flatMap(({ toolset, name }) => {
      const tools = team.toolsets.find(({ id }) => id === toolset)?.tools ?? [];
      return tools.filter(({ alias }) => alias === name).map(({ signature }) => signature.toolId);
    }),
    handsOverTo: member.hand_overs.map(({ to }) => to),
  }));
}
