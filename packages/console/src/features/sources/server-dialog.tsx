/** The dialog that adds an MCP server or changes an added one, with a preview of its tools. */
import type { StdioServerDefinition, StdioServerRequest } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import type { FormEvent } from 'react';
import { useId, useState } from 'react';
import { Button } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { CheckboxField, TextAreaField, TextField } from '../../components/field.js';
import { ServerPreview } from '../../components/server-preview.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useToasts } from '../../components/toast.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import type { ServerForm } from './server-form.js';
import { emptyForm, readForm, toForm, toServerCommand } from './server-form.js';

/** Props of the dialog. */
export interface ServerDialogProps {
  /** The definition to change, with its ETag; absent to add a server. */
  changed?: { server: StdioServerDefinition; etag?: string };
  onClose: () => void;
}

/** The dialog. */
export function ServerDialog({ changed, onClose }: ServerDialogProps) {
  const client = useClient();
  const formId = useId();
  const isNew = changed === undefined;
  const [form, setForm] = useState<ServerForm>(isNew ? emptyForm : toForm(changed.server));
  const [imports, setImports] = useState(isNew);
  const read = readForm(form, changed?.server.env ?? []);
  const request = 'request' in read ? read.request : undefined;
  const { preview, save } = useServerChange({ changed, imports, onClose });
  const edit = (change: Partial<ServerForm>) => {
    preview.reset();
    setForm((now) => ({ ...now, ...change }));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (request !== undefined) save.mutate(request);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      size="wide"
      title={isNew ? 'Add an MCP server' : 'Change the MCP server'}
      description="A program that runs on the machine of this server, with its rights and without a shell."
      actions={
        <>
          {request !== undefined && <CopyAs command={() => toServerCommand(client.baseUrl, request, isNew)} />}
          <Button
            icon={Eye}
            busy={preview.isPending}
            disabled={request === undefined}
            onClick={() => request !== undefined && preview.mutate(request)}
          >
            Preview tools
          </Button>
          <Button tone="primary" type="submit" form={formId} busy={save.isPending} disabled={request === undefined}>
            {isNew ? 'Add server' : 'Save'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={onSubmit} className="flex flex-col gap-4">
        <ServerFields form={form} problems={'problems' in read ? read.problems : {}} isNew={isNew} onEdit={edit} />
        {isNew && (
          <CheckboxField
            label="Import its tools into the catalogue"
            checked={imports}
            onChange={(event) => setImports(event.target.checked)}
          />
        )}
        {preview.data !== undefined && <ServerPreview preview={preview.data.preview} />}
        {preview.isError && <Problem error={preview.error} />}
        {save.isError && <Problem error={save.error} />}
      </form>
    </Dialog>
  );
}

interface ServerChange {
  changed: ServerDialogProps['changed'];
  /** True: the tools of a new server are imported. */
  imports: boolean;
  onClose: () => void;
}

function useServerChange({ changed, imports, onClose }: ServerChange) {
  const client = useClient();
  const queries = useQueryClient();
  const toasts = useToasts();
  const preview = useMutation({
    mutationFn: (request: StdioServerRequest & { name: string }) =>
      client.servers.preview(request, { exists: changed !== undefined }),
  });
  const save = useMutation({
    mutationFn: async ({ name, ...request }: StdioServerRequest & { name: string }) => {
      const condition = changed?.etag === undefined ? {} : { ifMatch: changed.etag };
      if (changed !== undefined) await client.servers.replace(name, request, condition);
      else await client.servers.add({ name, ...request });
      return name;
    },
    async onSuccess(name) {
      onClose();
      await queries.invalidateQueries({ queryKey: ['servers'] });
      if (changed !== undefined || !imports)
        return toasts.show(`${name} was ${changed === undefined ? 'added' : 'changed'}.`);
      const { results } = await client.imports.create([{ url: `stdio:${name}` }]);
      const problem = results.find(({ error }) => error !== undefined)?.error;
      if (problem === undefined) toasts.show(`${name} was added, and its tools are in the catalogue.`);
      else toasts.show(`${name} was added, but its tools were not imported: ${problem.message}`, 'bad');
      await queries.invalidateQueries();
    },
  });
  return { preview, save };
}

interface FieldsProps {
  form: ServerForm;
  problems: Partial<Record<keyof ServerForm, string>>;
  isNew: boolean;
  onEdit: (change: Partial<ServerForm>) => void;
}

function ServerFields({ form, problems, isNew, onEdit }: FieldsProps) {
  // A field that is still empty is not wrong yet.
  const errorOf = (field: keyof ServerForm) => (form[field] === '' ? undefined : problems[field]);
  return (
    <>
      {isNew && (
        <TextField
          label="Name"
          value={form.name}
          error={errorOf('name')}
          onChange={(event) => onEdit({ name: event.target.value })}
          placeholder="files"
          spellCheck={false}
          mono
        />
      )}
      <TextAreaField
        label="Command"
        rows={2}
        value={form.command}
        error={errorOf('command')}
        onChange={(event) => onEdit({ command: event.target.value })}
        placeholder="npx -y @modelcontextprotocol/server-filesystem /srv/docs"
        help="The program and its arguments; quotes group words. Nothing is expanded."
        spellCheck={false}
        mono
      />
      <TextAreaField
        label="Environment variables (optional)"
        rows={2}
        value={form.env}
        error={errorOf('env')}
        onChange={(event) => onEdit({ env: event.target.value })}
        placeholder="API_TOKEN=…"
        help={`One NAME=value per line. Values are stored encrypted and never shown again.${isNew ? '' : ' A name alone keeps its value.'}`}
        autoComplete="off"
        spellCheck={false}
        mono
      />
      <TextField
        label="Working directory (optional)"
        value={form.cwd}
        onChange={(event) => onEdit({ cwd: event.target.value })}
        placeholder="/srv/docs"
        spellCheck={false}
        mono
      />
    </>
  );
}

/** What the server says is wrong, field by field. */
function Problem({ error }: { error: unknown }) {
  const fields = isDragomanError(error) ? (error.fieldErrors ?? []) : [];
  return (
    <div role="alert" className="text-bad">
      <ThirdPartyText text={explainError(error).detail} limit={500} />
      {fields.length > 0 && (
        <ul className="mt-1 list-disc pl-5">
          {fields.slice(0, 20).map(({ field, detail }) => (
            <li key={`${field} ${detail}`}>
              <ThirdPartyText text={`${field}: ${detail}`} limit={300} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
