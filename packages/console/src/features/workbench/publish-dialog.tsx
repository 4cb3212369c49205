/** Publishes the document: what the server would store first, then the import itself. */
import type { ImportItem, ImportResult } from '@dragoman/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../components/button.js';
import { Dialog } from '../../components/dialog.js';
import { TextField } from '../../components/field.js';
import { Facts } from '../../components/page.js';
import { LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { serviceTarget } from '../links.js';
import type { Work } from './use-work.js';

/** Props of the dialog. */
export interface PublishDialogProps {
  work: Work;
  onClose: () => void;
}

/** The dialog. */
export function PublishDialog({ work, onClose }: PublishDialogProps) {
  const client = useClient();
  const queries = useQueryClient();
  const [text] = useState(() => work.text());
  const [id, setId] = useState(work.document.service ?? '');
  const item: ImportItem = { text, ...(id.trim() === '' ? {} : { curation: { id: id.trim() } }) };
  const preview = useQuery({
    queryKey: ['workbench', 'publish', id.trim(), text.length, work.checked?.round],
    gcTime: 0,
    queryFn: ({ signal }) => client.imports.create([item], { dryRun: true, report: true, signal }),
  });
  const publish = useMutation({
    mutationFn: () => client.imports.create([item]),
    onSuccess: () => void queries.invalidateQueries(),
  });
  const result = preview.data?.results[0];
  const stored = publish.data?.results[0];
  const isDone = stored?.id !== undefined && stored.error === undefined;
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={isDone ? 'Published' : 'Publish the document'}
      description="The text is sent to this server now. Every version of a service is kept."
      actions={
        isDone ? (
          <Button tone="primary" onClick={onClose}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              tone="primary"
              busy={publish.isPending}
              disabled={result?.preview === undefined}
              onClick={() => publish.mutate()}
            >
              Publish
            </Button>
          </>
        )
      }
    >
      {isDone ? (
        <p>
          <Link {...serviceTarget(stored.id ?? '')} className="text-accent underline">
            Open the service
          </Link>
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <TextField
            label="Id of the service"
            mono
            value={id}
            placeholder={result?.preview?.id ?? ''}
            help="Leave it empty to use the one in the document. The id of an existing service replaces it."
            onChange={(event) => setId(event.target.value)}
          />
          {preview.isPending && <LoadingRows rows={3} />}
          {preview.isError && <Problem text={explainError(preview.error).detail} />}
          {publish.isError && <Problem text={explainError(publish.error).detail} />}
          {[result?.error, stored?.error].map(
            (error) => error !== undefined && <Problem key={error.code} text={error.message} />,
          )}
          {result?.preview !== undefined && <Preview result={result} />}
        </div>
      )}
    </Dialog>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <ThirdPartyText text={text} limit={600} />
    </p>
  );
}

const outcomes: Readonly<Record<string, string>> = {
  created: 'A new service is created.',
  updated: 'The stored service is replaced; its earlier version stays in its history.',
  unchanged: 'Nothing changes: the stored service is the same.',
};

function Preview({ result: { preview, outcome, findings = [] } }: { result: ImportResult }) {
  if (preview === undefined) return null;
  return (
    <>
      <p>{outcome === undefined ? '' : outcomes[outcome]}</p>
      <Facts
        facts={[
          ['Service', <ThirdPartyText key="name" text={preview.name} limit={100} />],
          ['Id', <code key="id">{preview.id}</code>],
          ['Operations', preview.operations.length.toLocaleString('en')],
          ['As tools', `about ${preview.tokens.toLocaleString('en')} tokens`],
          [
            'Visible to',
            preview.visibility === 'public' ? 'everyone who may use the server' : 'you and administrators',
          ],
          ['Findings', findings.length.toLocaleString('en')],
        ]}
      />
    </>
  );
}
