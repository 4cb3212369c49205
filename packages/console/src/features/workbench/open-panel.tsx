/** Opens a document: pasted, from files, from a URL or from the catalogue; or begins a new one. */
import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { TextAreaField, TextField } from '../../components/field.js';
import { Panel } from '../../components/page.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import type { OpenedText } from './open-document.js';
import { agisStarter, openApiStarter } from './starters.js';

/** Longest file that is opened, in bytes. */
const maxFile = 32 * 1024 * 1024;

/** Props of the panel. */
export interface OpenPanelProps {
  onOpen: (opened: OpenedText) => void;
}

/** The panel. */
export function OpenPanel({ onOpen }: OpenPanelProps) {
  return (
    <div className="grid gap-gap lg:grid-cols-2">
      <PasteForm onOpen={onOpen} />
      <div className="flex flex-col gap-gap">
        <FetchForm onOpen={onOpen} />
        <Panel title="Begin a new document" description="A small document for trying every feature.">
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => onOpen({ text: openApiStarter, name: 'appointments.yaml' })}>
              New OpenAPI document
            </Button>
            <Button onClick={async () => onOpen({ text: await agisStarter(), name: 'appointments.agis' })}>
              New AGIS document
            </Button>
          </div>
        </Panel>
      </div>
    </div>
  );
}

function PasteForm({ onOpen }: OpenPanelProps) {
  const chooser = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    if (file.size > maxFile) setProblem(`${file.name} has more than ${maxFile / 1024 / 1024} MB.`);
    else onOpen({ text: await file.text(), name: file.name });
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') setProblem('Paste a document first, or choose a file.');
    else onOpen({ text, name: 'pasted' });
  };
  return (
    <Panel title="Paste or choose a file" description="The document stays in this browser until you publish it.">
      <form
        onSubmit={onSubmit}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault();
          void read(event.dataTransfer.files[0]);
        }}
        className="flex flex-col gap-3"
      >
        <TextAreaField
          label="OpenAPI or AGIS document"
          mono
          rows={12}
          spellCheck={false}
          value={text}
          error={problem}
          help="YAML, JSON or the notation of AGIS. A file can be dropped here."
          onChange={(event) => setText(event.target.value)}
          onPaste={(event) => {
            const [file] = event.clipboardData.files;
            if (file !== undefined) void read(file);
          }}
        />
        <input
          ref={chooser}
          type="file"
          accept=".json,.yaml,.yml,.agis,.txt"
          aria-label="File"
          tabIndex={-1}
          className="sr-only"
          onChange={(event) => void read(event.target.files?.[0])}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" tone="primary">
            Open
          </Button>
          <Button icon={FileUp} onClick={() => chooser.current?.click()}>
            Choose a file
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function FetchForm({ onOpen }: OpenPanelProps) {
  const client = useClient();
  const [address, setAddress] = useState('');
  const fetching = useMutation({
    mutationFn: async (given: string) => {
      const isUrl = /^https?:\/\//i.test(given);
      const { text, uri } = await client.descriptions.read(isUrl ? { url: given } : { service: given });
      onOpen({ text, name: uri ?? given, ...(isUrl ? {} : { service: given }) });
    },
  });
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (address.trim() !== '') fetching.mutate(address.trim());
  };
  return (
    <Panel title="From a URL or the catalogue" description="The server fetches it, with the same checks as an import.">
      <form onSubmit={onSubmit} className="flex flex-col gap-3">
        <TextField
          label="URL or id of a service"
          mono
          value={address}
          placeholder="https://api.example/openapi.json"
          onChange={(event) => setAddress(event.target.value)}
        />
        {fetching.isError && (
          <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
            <ThirdPartyText text={explainError(fetching.error).detail} limit={400} />
          </p>
        )}
        <div>
          <ScopedButton scope="registry:write" type="submit" busy={fetching.isPending}>
            Open it
          </ScopedButton>
        </div>
      </form>
    </Panel>
  );
}
