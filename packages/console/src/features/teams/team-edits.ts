/** Changes of a team as edits of its text, so that comments and the order of everything else are kept. */
import type { YamlEdit } from '@dragoman/documents';
import type { Connection } from '../../components/graph/graph.js';
import type { DraftTeam } from './team-document.js';
import { memberAt } from './team-graph.js';

/** A list of a member. */
export type MemberList = 'toolsets' | 'procedures' | 'hands_over_to';

const listOf = (team: DraftTeam, at: number, list: MemberList) => {
  const member = team.members[at];
  return (list === 'hands_over_to' ? member?.handsOverTo : member?.[list]) ?? [];
};

/** Adds an item to a list of a member, or removes it. */
export function toggleItem(team: DraftTeam, at: number, list: MemberList, item: string): YamlEdit[] {
  const items = listOf(team, at, list);
  const place = items.indexOf(item);
  if (place === -1) return [{ insert: ['members', at, list, items.length], value: item }];
  return [{ remove: ['members', at, list, place] }];
}

/** Adds a member with a free name; the first one is the entry. */
export function addMember(team: DraftTeam): YamlEdit[] {
  const taken = new Set(team.members.map(({ name }) => name));
  let name = 'member';
  for (let count = 2; taken.has(name); count += 1) name = `member_${count}`;
  return [
    { insert: ['members', team.members.length], value: { name, when: 'When …' } },
    ...(team.members.length === 0 ? [{ set: ['entry'], to: name }] : []),
  ];
}

/** Removes a member and every hand-over to it. */
export function removeMember(team: DraftTeam, at: number): YamlEdit[] {
  const name = team.members[at]?.name ?? '';
  const handOvers = team.members.flatMap(({ handsOverTo }, other): YamlEdit[] => {
    const place = handsOverTo.indexOf(name);
    return place === -1 || other === at ? [] : [{ remove: ['members', other, 'hands_over_to', place] }];
  });
  return [...handOvers, { remove: ['members', at] }];
}

/** Renames a member, and everything that refers to it. */
export function renameMember(team: DraftTeam, at: number, to: string): YamlEdit[] {
  const from = team.members[at]?.name ?? '';
  return [
    { set: ['members', at, 'name'], to },
    ...(team.entry === from ? [{ set: ['entry'], to }] : []),
    ...team.members.flatMap(({ handsOverTo }, other) =>
      handsOverTo.flatMap((name, place) =>
        name === from ? [{ set: ['members', other, 'hands_over_to', place], to }] : [],
      ),
    ),
  ];
}

/** The hand-over for an edge that a person drew; none when it exists. */
export function connectMembers(team: DraftTeam, { from, to }: Connection): YamlEdit[] {
  const [start, end] = [memberAt(from), memberAt(to)];
  const name = team.members[end ?? -1]?.name;
  if (start === undefined || name === undefined || start === end) return [];
  return team.members[start]?.handsOverTo.includes(name) ? [] : toggleItem(team, start, 'hands_over_to', name);
}
