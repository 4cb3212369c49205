/** What is beside the canvas: the selected member or the whole team, and the problems. */
import type { OnEdit } from '../../components/on-edit.js';
import { ProblemList } from '../../components/problem-list.js';
import { Tabs } from '../../components/tabs.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { MemberPanel } from './member-panel.js';
import type { DraftTeam } from './team-document.js';
import { memberAt, memberNode } from './team-graph.js';
import { TeamPanel } from './team-panel.js';
import type { TeamFacts } from './use-team-facts.js';

/** Props of the details. */
export interface TeamDetailsProps {
  team: DraftTeam;
  facts: TeamFacts;
  selected: string | undefined;
  onSelect: (node: string | undefined) => void;
  onEdit: OnEdit;
}

/** The details. */
export function TeamDetails({ team, facts, selected, onSelect, onEdit }: TeamDetailsProps) {
  const [search, setSearch] = useSearchState();
  const at = memberAt(selected);
  const member = at === undefined ? undefined : team.members[at];
  const { length } = facts.findings;
  const scrolled = (content: React.ReactNode) => <div className="h-full overflow-y-auto">{content}</div>;
  const tabs = [
    {
      id: 'member',
      label: member === undefined ? 'Team' : 'Member',
      content: scrolled(
        member === undefined || at === undefined ? (
          <TeamPanel team={team} onEdit={onEdit} />
        ) : (
          <MemberPanel key={at} team={team} at={at} member={member} facts={facts} onEdit={onEdit} onSelect={onSelect} />
        ),
      ),
    },
    {
      id: 'problems',
      label: 'Problems',
      ...(length === 0 ? {} : { count: length }),
      content: scrolled(
        <ProblemList
          none="The team can be saved and run."
          problems={facts.findings.map((finding) => {
            const [, place] = /^\/members\/(\d+)/.exec(finding.pointer) ?? [];
            const name = team.members[Number(place)]?.name.slice(0, 60);
            return {
              ...finding,
              ...(name === undefined ? {} : { place: name, onOpen: () => onSelect(memberNode(Number(place))) }),
            };
          })}
        />,
      ),
    },
  ];
  const tab = search.pane === 'problems' ? textOf(search.pane) : 'member';
  return (
    <Tabs
      fill
      label="Details"
      tabs={tabs}
      value={tab}
      onChange={(next) => setSearch({ pane: next === 'member' ? undefined : next })}
    />
  );
}
