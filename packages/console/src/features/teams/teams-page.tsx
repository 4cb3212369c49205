/** The page: every team that the caller may see, and a way to create one. */
import type { TeamSummary } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Network, Plus } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { changedColumn, descriptionColumn, nameColumn, visibilityColumn } from '../../components/list-columns.js';
import { PageHeader } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { FailedAlert } from '../../session/failed-alert.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { hrefOf, teamTarget } from '../links.js';

/** The page. */
export default function TeamsPage() {
  const client = useClient();
  const { access } = useSession();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const teams = useQuery({
    queryKey: ['teams', 'list'],
    queryFn: async ({ signal }) => {
      const list: TeamSummary[] = [];
      for await (const team of client.teams.list({ signal })) list.push(team);
      return list;
    },
  });
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Teams"
        description="An agent split into sub-agents: each sees few tools, and hands the conversation over to another when needed."
        actions={
          <>
            <CopyAs
              command={commandLine(client.baseUrl, ['teams', 'list'])}
              curl={curlCommand(client.baseUrl, { path: '/teams', keyed: access !== 'open' })}
            />
            <ScopedButton scope="registry:write" tone="primary" icon={Plus} onClick={() => setNew(true)}>
              New team
            </ScopedButton>
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        {teams.isPending && <LoadingRows />}
        {teams.isError && <ErrorState error={explainError(teams.error)} onRetry={() => void teams.refetch()} />}
        {teams.isSuccess && (
          <VirtualTable
            label="Teams"
            lines={2}
            rows={teams.data}
            columns={columns}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate(teamTarget(id) as never)}
            empty={
              <EmptyState icon={Network} title="No teams yet">
                The more tools a model sees, the more often it calls the wrong one. A team gives each member few of
                them.
              </EmptyState>
            }
          />
        )}
      </div>
      {isNew && <NewTeam onClose={() => setNew(false)} />}
    </div>
  );
}

const columns: readonly Column<TeamSummary>[] = [
  nameColumn('Team', (id) => hrefOf(teamTarget(id))),
  descriptionColumn,
  { id: 'members', header: 'Members', width: '6rem', align: 'end', cell: ({ member_count: count }) => count },
  visibilityColumn,
  changedColumn,
];

function NewTeam({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const form = useId();
  const [name, setName] = useState('');
  const create = useMutation({
    mutationFn: () =>
      client.teams.create({
        name: name.trim(),
        entry: 'desk',
        members: [{ name: 'desk', when: 'Greets people and finds out what they need.' }],
      }),
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['teams', 'list'] });
      void navigate(teamTarget(id) as never);
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') create.mutate();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title="New team"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} busy={create.isPending} disabled={name.trim() === ''}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label="Name"
          help="It begins with one member that greets people."
          value={name}
          maxLength={200}
          onChange={(event) => setName(event.target.value)}
        />
        <FailedAlert error={create.error} />
      </form>
    </Dialog>
  );
}
