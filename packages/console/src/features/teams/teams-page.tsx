/** The page: every team that the caller may see, and a way to create one. */
import type { TeamSummary } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Network } from 'lucide-react';
import { useState } from 'react';
import { TextField } from '../../components/field.js';
import { changedColumn, descriptionColumn, nameColumn, visibilityColumn } from '../../components/list-columns.js';
import type { Column } from '../../components/virtual-table.js';
import { useClient } from '../../session/console-context.js';
import { CreateDialog } from '../../session/create-dialog.js';
import { DesignList } from '../../session/design-list.js';
import { hrefOf, teamTarget } from '../links.js';

/** The page. */
export default function TeamsPage() {
  const client = useClient();
  return (
    <DesignList
      title="Teams"
      noun="team"
      description="An agent split into sub-agents: each sees few tools, and hands the conversation over to another when needed."
      icon={Network}
      purpose="The more tools a model sees, the more often it calls the wrong one. A team gives each member few of them."
      columns={columns}
      list={(signal) => client.teams.list({ signal })}
      target={teamTarget}
      create={(onClose) => <NewTeam onClose={onClose} />}
    />
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
  return (
    <CreateDialog
      title="New team"
      isComplete={name.trim() !== ''}
      isBusy={create.isPending}
      error={create.error}
      onCreate={() => create.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Name"
        help="It begins with one member that greets people."
        value={name}
        maxLength={200}
        onChange={(event) => setName(event.target.value)}
      />
    </CreateDialog>
  );
}
