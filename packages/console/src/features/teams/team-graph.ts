/** A team as a graph: members with their tools and tokens, hand-overs as edges; what is never reached is gray. */
import type { GraphEdge, GraphNode } from '../../components/graph/graph.js';
import type { DraftTeam } from './team-document.js';

/** Tools and estimated tokens of one toolset; undefined until it was read. */
export type ToolsetSizes = ReadonlyMap<string, { tools: number; tokens: number } | undefined>;

/** Tokens of a hand-over tool, estimated. */
const handOverTokens = 120;

/** Tools and tokens that a member sees. */
export function sizeOf(
  { toolsets, handsOverTo }: DraftTeam['members'][number],
  sizes: ToolsetSizes,
): { tools: number; tokens: number } {
  const found = toolsets.map((id) => sizes.get(id) ?? { tools: 0, tokens: 0 });
  return {
    tools: found.reduce((sum, { tools }) => sum + tools, handsOverTo.length),
    tokens: found.reduce((sum, { tokens }) => sum + tokens, handsOverTo.length * handOverTokens),
  };
}

/** Names of the members that a conversation reaches. */
export function reachedMembers({ entry, members }: DraftTeam): Set<string> {
  const reached = new Set<string>();
  const waiting = [entry];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const member = members.find((each) => each.name === name);
    if (member === undefined || reached.has(name)) continue;
    reached.add(name);
    waiting.push(...member.handsOverTo);
  }
  return reached;
}

/** The node id of the member at a position. */
export function memberNode(at: number): string {
  return `member ${at}`;
}

/** The position of a member's node. */
export function memberAt(node: string | undefined): number | undefined {
  const [, at] = /^member (\d+)$/.exec(node ?? '') ?? [];
  return at === undefined ? undefined : Number(at);
}

/** The graph; `problems` is the number of errors by member. */
export function teamGraph(
  team: DraftTeam,
  sizes: ToolsetSizes,
  problems: ReadonlyMap<number, number>,
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const reached = reachedMembers(team);
  const nodes = team.members.map((member, at): GraphNode => {
    const { tools, tokens } = sizeOf(member, sizes);
    const count = problems.get(at) ?? 0;
    const isReached = reached.has(member.name);
    return {
      id: memberNode(at),
      title: member.name || `member ${at + 1}`,
      subtitle: member.when,
      badges: [
        ...(count === 0 ? [] : [{ text: count === 1 ? '1 problem' : `${count} problems`, tone: 'bad' as const }]),
        ...(isReached ? [] : [{ text: 'never reached', tone: 'warn' as const }]),
        ...(member.name === team.entry ? [{ text: 'entry', tone: 'accent' as const }] : []),
        {
          text: `${tools} of ${team.mostTools} tools`,
          tone: tools > team.mostTools ? ('bad' as const) : ('neutral' as const),
        },
        { text: `~${tokens.toLocaleString('en')} tokens` },
      ].slice(0, 4),
      isMuted: !isReached,
      ...(count > 0 ? { tone: 'bad' as const } : {}),
    };
  });
  const edges = team.members.flatMap((member, at) =>
    member.handsOverTo.flatMap((to, index): GraphEdge[] => {
      const target = team.members.findIndex(({ name }) => name === to);
      if (target === -1 || target === at) return [];
      const isAside = !reached.has(member.name) && reached.has(to);
      const ends = { from: memberNode(at), to: memberNode(target) };
      return [{ id: `hand-over ${at} ${index}`, ...ends, kind: 'hand-over', ...(isAside ? { isAside } : {}) }];
    }),
  );
  return { nodes, edges };
}
