/** The page: every published workflow, the drafts of this browser, and a way to begin one. */
import type { ServiceState } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Plus, Workflow } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { listKept } from '../../components/kept-drafts.js';
import { descriptionColumn, nameColumn } from '../../components/list-columns.js';
import { PageHeader } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { type Column, VirtualTable } from '../../components/virtual-table.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { hrefOf, workflowTarget } from '../links.js';
import { draftKind } from './draft-kind.js';

/** One row: a published workflow, a draft, or both. */
interface Row {
  id: string;
  name: string;
  description: string;
  tools: number | undefined;
  state: 'draft' | 'published' | 'changed';
}

/** The page. */
export default function WorkflowsPage() {
  const client = useClient();
  const { access } = useSession();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(false);
  const services = useQuery({
    queryKey: ['workflows', 'list'],
    queryFn: async ({ signal }) => {
      const found: ServiceState[] = [];
      for await (const service of client.agents.listServices({ signal }))
        if (service.protocol === 'arazzo') found.push(service);
      return found;
    },
  });
  const rows = toRows(services.data ?? [], listKept(draftKind));
  const create = (
    <Button icon={Plus} tone="primary" onClick={() => setNew(true)}>
      New workflow
    </Button>
  );
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title="Workflows"
        description="Several operations as one tool: it takes the input that a person would give, makes the intermediate calls, and returns only what is useful."
        actions={
          <>
            <CopyAs
              command={commandLine(client.baseUrl, ['list', '--all'])}
              curl={curlCommand(client.baseUrl, { path: '/catalogue/services', keyed: access !== 'open' })}
            />
            {create}
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        {services.isPending && <LoadingRows />}
        {services.isError && (
          <ErrorState error={explainError(services.error)} onRetry={() => void services.refetch()} />
        )}
        {services.isSuccess && (
          <VirtualTable
            label="Workflows"
            lines={2}
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate(workflowTarget(id) as never)}
            empty={
              <EmptyState icon={Workflow} title="No workflows yet">
                A workflow makes one tool of several operations, from any services of the catalogue. Begin with New
                workflow.
              </EmptyState>
            }
          />
        )}
      </div>
      {isNew && <NewWorkflow taken={new Set(rows.map(({ id }) => id))} onClose={() => setNew(false)} />}
    </div>
  );
}

const tones = { draft: 'note', published: 'good', changed: 'warn' } as const;
const words = { draft: 'draft', published: 'published', changed: 'unpublished changes' } as const;

const columns: readonly Column<Row>[] = [
  nameColumn('Workflow', (id) => hrefOf(workflowTarget(id))),
  descriptionColumn,
  {
    id: 'tools',
    header: 'Tools',
    width: '4.5rem',
    align: 'end',
    cell: ({ tools }) => tools?.toLocaleString('en') ?? '',
  },
  {
    id: 'state',
    header: 'State',
    width: '10rem',
    cell: ({ state }) => <Badge tone={tones[state]}>{words[state]}</Badge>,
  },
];

function toRows(services: readonly ServiceState[], drafts: readonly string[]): Row[] {
  const known = new Set(services.map(({ id }) => id));
  return [
    ...drafts
      .filter((id) => !known.has(id))
      .map((id): Row => ({ id, name: id, description: 'Only in this browser', tools: undefined, state: 'draft' })),
    ...services.map(
      ({ id, name, description, operations }): Row => ({
        id,
        name,
        description,
        tools: operations,
        state: drafts.includes(id) ? 'changed' : 'published',
      }),
    ),
  ];
}

function NewWorkflow({ taken, onClose }: { taken: ReadonlySet<string>; onClose: () => void }) {
  const navigate = useNavigate();
  const form = useId();
  const [title, setTitle] = useState('');
  const create = async () => {
    // The YAML library is not needed for the list.
    const { createDraft } = await import('./workflow-draft.js');
    await navigate(workflowTarget(createDraft(title.trim(), taken)) as never);
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (title.trim() !== '') void create();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="New workflow"
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="primary" type="submit" form={form} disabled={title.trim() === ''}>
            Create
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit}>
        <TextField
          label="Title"
          help="What the tool does, in a few words. The draft stays in this browser until you publish it."
          value={title}
          maxLength={120}
          onChange={(event) => setTitle(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
