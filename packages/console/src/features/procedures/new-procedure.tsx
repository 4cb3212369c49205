/** Creates a procedure for a toolset, with a draft that mentions its tools. */
import type { ToolsetSummary } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SelectField, TextField } from '../../components/field.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { CreateDialog } from '../../session/create-dialog.js';
import { procedureTarget } from '../links.js';
import { describedTools, mentionOf } from './draft.js';

/** The dialog; with the id of a toolset that is chosen first. */
export function NewProcedure({ toolset: given = '', onClose }: { toolset?: string; onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [chosen, setChosen] = useState(given);
  const toolsets = useQuery({
    queryKey: ['toolsets', 'list'],
    queryFn: async ({ signal }) => {
      const list: ToolsetSummary[] = [];
      for await (const each of client.toolsets.list({ signal })) list.push(each);
      return list;
    },
  });
  const toolset = chosen || (toolsets.data?.[0]?.id ?? '');
  const create = useMutation({
    async mutationFn() {
      const { toolset: stored } = await client.toolsets.read(toolset);
      const steps = describedTools(stored).map((tool, at) => `${at + 1}. Call ${mentionOf(tool)}.`);
      const text = `# ${name}\n\n${steps.join('\n')}\n`;
      return client.procedures.create(toolset, { name, description, text });
    },
    onSuccess({ id }) {
      void queries.invalidateQueries({ queryKey: ['procedures'] });
      void navigate(procedureTarget(id) as never);
    },
  });
  const isComplete = name.trim() !== '' && description.trim() !== '' && toolset !== '';
  return (
    <CreateDialog
      title="New procedure"
      description="It begins with a step for each tool, which you then put into your own words."
      isComplete={isComplete}
      isBusy={create.isPending}
      error={create.error}
      onCreate={() => create.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      <TextField
        label="Purpose"
        help="When an agent should follow it."
        value={description}
        maxLength={1000}
        onChange={(event) => setDescription(event.target.value)}
      />
      <SelectField
        label="Toolset"
        value={toolset}
        options={(toolsets.data ?? []).map(({ id, name: text }) => ({ value: id, label: visibleText(text, 80) }))}
        help={toolsets.data?.length === 0 ? 'There is no toolset yet. Create one first.' : undefined}
        onChange={(event) => setChosen(event.target.value)}
      />
    </CreateDialog>
  );
}
