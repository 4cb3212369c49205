/** What is beside the canvas: the selected member or the whole team, and the problems. */
import { DetailsTabs } from '../../components/details-tabs.js';
import type { OnEdit } from '../../components/on-edit.js';
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
  const at = memberAt(selected);
  const member = at === undefined ? undefined : team.members[at];
  const isWhole = member === undefined || at === undefined;
  return (
    <DetailsTabs
      main={{
        label: isWhole ? 'Team' : 'Member',
        content: isWhole ? (
          <TeamPanel team={team} onEdit={onEdit} />
        ) : (
          <MemberPanel key={at} team={team} at={at} member={member} facts={facts} onEdit={onEdit} onSelect={onSelect} />
        ),
      }}
      problems={{
        none: 'The team can be saved and run.',
        problems: facts.findings.map((finding) => {
          const [, place] = /^\/members\/(\d+)/.exec(finding.pointer) ?? [];
          const name = team.members[Number(place)]?.name.slice(0, 60);
          return {
            ...finding,
            ...(name === undefined ? {} : { place: name, onOpen: () => onSelect(memberNode(Number(place))) }),
          };
        }),
      }}
    />
  );
}
