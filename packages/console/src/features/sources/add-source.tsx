/** The dialog that adds a source. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { SelectField, TextField } from '../../components/field.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';

const intervals = [
  { value: '900', label: 'every 15 minutes' },
  { value: '3600', label: 'every hour' },
  { value: '86400', label: 'every day' },
];

const kinds = [
  { value: 'description', label: 'a description or a card' },
  { value: 'nact', label: 'an N-ACT root' },
];

/** The dialog. */
export function AddSource({ onClose }: { onClose: () => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toasts = useToasts();
  const form = useId();
  const [url, setUrl] = useState('');
  const [name, setName] = useState('');
  const [interval, setInterval] = useState('3600');
  const [kind, setKind] = useState('description');
  const add = useMutation({
    mutationFn: () =>
      client.sources.create([url.trim()], {
        intervalSeconds: Number(interval),
        ...(kind === 'nact' ? { kind: 'nact' as const } : {}),
        ...(name.trim() === '' ? {} : { name: name.trim() }),
      }),
    async onSuccess({ sources: [source], created }) {
      toasts.show(created === 0 ? 'This URL is already followed.' : 'The source was added and is fetched now.');
      await queries.invalidateQueries({ queryKey: ['sources'] });
      onClose();
      if (source !== undefined) await navigate({ to: '/sources/$sourceId', params: { sourceId: source.id } });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  const words = ['sources', 'add', url.trim(), '--every', `${Number(interval) / 60}m`];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add a source"
      description="The server fetches the URL now and then on a schedule."
      actions={
        <>
          <CopyAs command={() => commandLine(client.baseUrl, words)} />
          <Button tone="primary" type="submit" form={form} busy={add.isPending} disabled={url.trim() === ''}>
            Add
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={onSubmit} className="flex flex-col gap-4">
        <TextField
          label="URL"
          type="url"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
          placeholder="https://api.example.com/openapi.json"
          spellCheck={false}
          mono
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField label="It is" value={kind} options={kinds} onChange={(event) => setKind(event.target.value)} />
          <SelectField
            label="Check it"
            value={interval}
            options={intervals}
            onChange={(event) => setInterval(event.target.value)}
          />
        </div>
        <TextField
          label="Name (optional)"
          value={name}
          onChange={(event) => setName(event.target.value)}
          help="Of the vendor; also the id of its service."
        />
        {add.isError && (
          <p role="alert" className="text-bad">
            <ThirdPartyText text={explainError(add.error).detail} limit={500} />
          </p>
        )}
      </form>
    </Dialog>
  );
}
