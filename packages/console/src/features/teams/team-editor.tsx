/** The editor of a team: canvas, list or text of one document, with the details of what is selected beside it. */
import { editYaml, type YamlEdit } from '@dragoman/documents';
import { Play, Plus, Save } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button, buttonClasses } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { DetailHeader } from '../../components/detail-header.js';
import { type GraphParts, GraphToolbar, useGraphParts } from '../../components/graph/graph-toolbar.js';
import { GraphView } from '../../components/graph/graph-view.js';
import type { DraftBase } from '../../components/kept-drafts.js';
import { EmptyState } from '../../components/states.js';
import { TextPane } from '../../components/text-pane.js';
import { useToasts } from '../../components/toast.js';
import { type EditedDraft, useDraft } from '../../components/use-draft.js';
import { useUndoKeys } from '../../components/use-undo-keys.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { hrefOf, teamTrialTarget } from '../links.js';
import { TeamDetails } from './team-details.js';
import { type DraftTeam, readTeam } from './team-document.js';
import { addMember, connectMembers, removeMember } from './team-edits.js';
import { memberAt, memberNode, teamGraph } from './team-graph.js';
import { TeamSaveDialog } from './team-save-dialog.js';
import { type TeamFacts, useTeamFacts } from './use-team-facts.js';

const isText = (value: unknown): value is string => typeof value === 'string';

/** The editor. */
export function TeamEditor({ id, stored }: { id: string; stored: DraftBase<string> }) {
  const { baseUrl } = useClient();
  const { access } = useSession();
  const edited = useDraft({ kind: 'team', id, isDraft: isText }, stored);
  const read = useMemo(() => readTeam(edited.draft), [edited.draft]);
  useUndoKeys(edited);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <DetailHeader
        parent={{ to: '/teams', label: 'Teams' }}
        title={'team' in read && read.team.name !== '' ? read.team.name : id}
        badges={<Badge>version {edited.base.etag}</Badge>}
        code={id}
        actions={
          <CopyAs
            command={commandLine(baseUrl, ['teams', 'show', id])}
            curl={curlCommand(baseUrl, { path: `/teams/${encodeURIComponent(id)}`, keyed: access !== 'open' })}
          />
        }
      />
      {'team' in read ? (
        <Parts id={id} team={read.team} edited={edited} />
      ) : (
        <TextPane label="Team" edited={edited} problems={read.problems} />
      )}
    </div>
  );
}

interface PartsProps {
  id: string;
  team: DraftTeam;
  edited: EditedDraft<string>;
}

function Parts({ id, team, edited }: PartsProps) {
  const parts = useGraphParts();
  const { view, isNarrow, setView } = parts;
  const [selected, select] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const toasts = useToasts();
  const facts = useTeamFacts(team);
  const graph = teamGraph(team, facts.sizes, errorsByMember(team, facts));
  const apply = (edits: readonly YamlEdit[], place?: string) => {
    const next = editYaml(edited.draft, edits);
    if (next === undefined) toasts.show('This cannot be changed here. Change it in the YAML.', 'bad');
    else edited.change(next, place);
  };
  const choose = (node: string | undefined) => {
    select(node);
    // There is no room for the details beside the list.
    if (isNarrow && node !== undefined) setView('details');
  };
  const add = () => {
    apply(addMember(team));
    choose(memberNode(team.members.length));
  };
  const details = <TeamDetails team={team} facts={facts} selected={selected} onSelect={select} onEdit={apply} />;
  return (
    <>
      <TeamBar
        id={id}
        team={team}
        edited={edited}
        facts={facts}
        parts={parts}
        onAdd={add}
        onSave={() => setSaving(true)}
      />
      {view === 'details' ? (
        <div className="min-h-0 flex-1 overflow-y-auto">{details}</div>
      ) : (
        <div className="flex min-h-0 flex-1">
          <section aria-label={view === 'text' ? 'Text' : 'Members'} className="min-w-0 flex-1">
            {view === 'text' && <TextPane label="Team" edited={edited} problems={[]} />}
            {view !== 'text' && team.members.length === 0 && <NoMembers onAdd={add} />}
            {view !== 'text' && team.members.length > 0 && (
              <GraphView
                as={view}
                label="Members of the team"
                nodes={graph.nodes}
                edges={graph.edges}
                selected={selected}
                onSelect={choose}
                onConnect={(drawn) => apply(connectMembers(team, drawn))}
                onRemove={(node) => {
                  const at = memberAt(node);
                  if (at !== undefined) apply(removeMember(team, at));
                }}
              />
            )}
          </section>
          {!isNarrow && (
            <aside aria-label="Details" className="flex w-96 shrink-0 flex-col border-l border-line">
              {details}
            </aside>
          )}
        </div>
      )}
      {isSaving && <TeamSaveDialog id={id} team={team} edited={edited} onClose={() => setSaving(false)} />}
    </>
  );
}

function NoMembers({ onAdd }: { onAdd: () => void }) {
  return (
    <EmptyState
      icon={Plus}
      title="No members yet"
      actions={
        <Button icon={Plus} onClick={onAdd}>
          Add the first member
        </Button>
      }
    >
      A member is a sub-agent with few tools. The first one greets people and hands over to the others.
    </EmptyState>
  );
}

interface TeamBarProps extends PartsProps {
  facts: TeamFacts;
  parts: GraphParts;
  onAdd: () => void;
  onSave: () => void;
}

function TeamBar({ id, team, edited, facts, parts, onAdd, onSave }: TeamBarProps) {
  const hasErrors = facts.findings.some(({ severity }) => severity === 'error');
  const count = team.members.length === 1 ? '1 member' : `${team.members.length} members`;
  return (
    <GraphToolbar
      parts={parts}
      edited={edited}
      status={
        <>
          {count}, {edited.isChanged ? 'not saved yet' : 'saved'}
          {hasErrors && <span className="text-bad">; it has errors</span>}
        </>
      }
    >
      <Button icon={Plus} onClick={onAdd}>
        Add member
      </Button>
      <a href={hrefOf(teamTrialTarget(id))} className={buttonClasses('secondary')}>
        <Play aria-hidden className="size-3.5" />
        Trial run
      </a>
      <ScopedButton
        scope="registry:write"
        tone="primary"
        icon={Save}
        disabled={!edited.isChanged || hasErrors || !facts.isCurrent}
        onClick={onSave}
      >
        Save
      </ScopedButton>
    </GraphToolbar>
  );
}

function errorsByMember(team: DraftTeam, facts: TeamFacts): Map<number, number> {
  return new Map(
    team.members.map((_, at) => {
      const own = facts.findings.filter(
        ({ severity, pointer }) => severity === 'error' && `${pointer}/`.startsWith(`/members/${at}/`),
      );
      return [at, own.length];
    }),
  );
}
