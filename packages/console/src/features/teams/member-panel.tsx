/** One member: when it takes over, its toolsets, its procedures, and whom it hands over to. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Trash2 } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { IconButton } from '../../components/button.js';
import { CheckboxField, TextAreaField } from '../../components/field.js';
import { NameField } from '../../components/name-field.js';
import type { OnEdit } from '../../components/on-edit.js';
import { Section } from '../../components/section.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { toolsetTarget } from '../links.js';
import type { DraftMember, DraftTeam } from './team-document.js';
import { type MemberList, removeMember, renameMember, toggleItem } from './team-edits.js';
import { sizeOf } from './team-graph.js';
import type { TeamFacts } from './use-team-facts.js';

/** Designs that are listed to choose from. */
const mostListed = 200;
const nameForm = { pattern: /^[a-z][a-z0-9_]{0,39}$/, words: 'Use a-z, 0-9 and "_", beginning with a letter.' };

/** Props of the panel. */
export interface MemberPanelProps {
  team: DraftTeam;
  at: number;
  member: DraftMember;
  facts: TeamFacts;
  onEdit: OnEdit;
  onSelect: (node: string | undefined) => void;
}

/** The panel. */
export function MemberPanel({ team, at, member, facts, onEdit, onSelect }: MemberPanelProps) {
  const { tools, tokens } = sizeOf(member, facts.sizes);
  const toggle = (list: MemberList, item: string) => onEdit(toggleItem(team, at, list, item));
  const others = team.members.filter((other, index) => index !== at && other.name !== '');
  return (
    <div className="flex flex-col gap-5 p-4">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-sm text-muted tabular-nums">
          {tools} of {team.mostTools} tools, about {tokens.toLocaleString('en')} tokens
          {tools > team.mostTools && (
            <Badge tone="bad" className="ml-2">
              too many
            </Badge>
          )}
        </p>
        <IconButton
          icon={Trash2}
          label="Remove the member"
          onClick={() => {
            onEdit(removeMember(team, at));
            onSelect(undefined);
          }}
        />
      </div>
      <NameField
        label="Name of the member"
        value={member.name}
        form={nameForm}
        taken={others.map(({ name }) => name)}
        onRename={(to) => onEdit(renameMember(team, at, to))}
      />
      <TextAreaField
        label="When others hand over to it"
        rows={3}
        maxLength={1000}
        value={member.when}
        onChange={(event) => onEdit([{ set: ['members', at, 'when'], to: event.target.value }], `when ${at}`)}
      />
      <MemberLists team={team} at={at} member={member} onToggle={toggle} />
    </div>
  );
}

interface MemberListsProps {
  team: DraftTeam;
  at: number;
  member: DraftMember;
  onToggle: (list: MemberList, item: string) => void;
}

function MemberLists({ team, at, member, onToggle: toggle }: MemberListsProps) {
  const { toolsets, procedures } = useDesigns();
  const others = team.members.filter((other, index) => index !== at && other.name !== '');
  const choices = (known: readonly Named[], given: readonly string[]) => [
    ...known,
    ...given.filter((id) => !known.some((each) => each.id === id)).map((id) => ({ id, name: `${id} (unknown)` })),
  ];
  return (
    <>
      <Section title="Hands over to">
        {others.length === 0 && <p className="text-sm text-muted">There is no other member yet.</p>}
        {others.map(({ name }) => (
          <CheckboxField
            key={name}
            label={visibleText(name, 60)}
            checked={member.handsOverTo.includes(name)}
            onChange={() => toggle('hands_over_to', name)}
          />
        ))}
      </Section>
      <Section title="Toolsets">
        {toolsets.length === 0 && (
          <p className="text-sm text-muted">
            There are no toolsets yet.{' '}
            <Link to="/toolsets" className="text-accent underline">
              Create one first.
            </Link>
          </p>
        )}
        {choices(toolsets, member.toolsets).map(({ id, name }) => (
          <div key={id} className="flex items-start gap-2">
            <CheckboxField
              className="min-w-0 flex-1"
              label={visibleText(name, 80)}
              checked={member.toolsets.includes(id)}
              onChange={() => toggle('toolsets', id)}
            />
            <Link {...(toolsetTarget(id) as { to: string })} className="text-sm text-accent hover:underline">
              Open
            </Link>
          </div>
        ))}
      </Section>
      <Section title="Procedures">
        {procedures.length === 0 && <p className="text-sm text-muted">There are no procedures yet.</p>}
        {choices(procedures, member.procedures).map(({ id, name }) => (
          <CheckboxField
            key={id}
            label={visibleText(name, 80)}
            checked={member.procedures.includes(id)}
            onChange={() => toggle('procedures', id)}
          />
        ))}
      </Section>
    </>
  );
}

interface Named {
  id: string;
  name: string;
}

function useDesigns(): { toolsets: readonly Named[]; procedures: readonly Named[] } {
  const client = useClient();
  const read = async (list: AsyncGenerator<Named, void>) => {
    const found: Named[] = [];
    for await (const { id, name } of list) {
      found.push({ id, name });
      if (found.length >= mostListed) break;
    }
    return found;
  };
  const toolsets = useQuery({
    queryKey: ['toolsets', 'names-of-teams'],
    queryFn: ({ signal }) => read(client.toolsets.list({ signal })),
  });
  const procedures = useQuery({
    queryKey: ['procedures', 'names'],
    queryFn: ({ signal }) => read(client.procedures.list({ signal })),
  });
  return { toolsets: toolsets.data ?? [], procedures: procedures.data ?? [] };
}
