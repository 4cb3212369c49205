/** Creates an empty toolset, or one with the best tools for a task, and opens it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { TextAreaField, TextField } from '../../components/field.js';
import { useClient } from '../../session/console-context.js';
import { CreateDialog } from '../../session/create-dialog.js';
import { toolsetTarget } from '../links.js';

/** Tools that a task brings at first. */
const suggestedTools = 12;

/** The dialog. */
export function NewToolset({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [task, setTask] = useState('');
  const create = useMutation({
    mutationFn: async () => {
      const tools = task.trim() === '' ? [] : await client.toolsets.bestFor(task, { top: suggestedTools });
      const description = task.trim() === '' ? {} : { description: task.trim() };
      return client.toolsets.create({ name: name.trim(), ...description, tools, resolve_names: true });
    },
    onSuccess({ toolset }) {
      void queries.invalidateQueries({ queryKey: ['toolsets', 'list'] });
      onClose();
      void navigate(toolsetTarget(toolset.id) as never);
    },
  });
  return (
    <CreateDialog
      title="New toolset"
      isComplete={name.trim() !== ''}
      isBusy={create.isPending}
      error={create.error}
      onCreate={() => create.mutate()}
      onClose={onClose}
    >
      <TextField label="Name" value={name} maxLength={200} onChange={(event) => setName(event.target.value)} />
      <TextAreaField
        label="Task (optional)"
        help={`The ${suggestedTools} operations that Find ranks first for it are chosen to begin with. You can change everything.`}
        rows={3}
        value={task}
        maxLength={1000}
        onChange={(event) => setTask(event.target.value)}
      />
    </CreateDialog>
  );
}
