/** The box into which everything goes: a URL, a pasted description, `mcpServers` JSON, a command, or dropped files. */
import { FileUp } from 'lucide-react';
import type { ClipboardEvent, DragEvent, KeyboardEvent } from 'react';
import { useId, useRef, useState } from 'react';
import { Button } from '../../components/button.js';
import { classNames } from '../../components/class-names.js';

/** A text to import, and the name of its file. */
export interface Source {
  text: string;
  file?: string;
}

/** Props of the box. */
export interface SourceBoxProps {
  text: string;
  onText: (text: string) => void;
  /** Files that were dropped or chosen. */
  onFiles: (files: readonly Source[]) => void;
  /** What the text was recognized as. */
  recognized: string;
  onPreview: () => void;
  busy: boolean;
  /** True when the result below needs the space. */
  small: boolean;
}

const examples = [
  'https://api.example/openapi.json',
  'https://tools.example/mcp',
  '{"mcpServers": {…}}',
  'npx -y @modelcontextprotocol/server-filesystem /srv',
].join('\n');

/** Extensions of descriptions. */
const accepted = '.json,.yaml,.yml,.agis,.txt';

/** The box. */
export function SourceBox({ text, onText, onFiles, recognized, onPreview, busy, small }: SourceBoxProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const read = async (files: FileList | null) => {
    const list = [...(files ?? [])];
    if (list.length === 0) return;
    onFiles(await Promise.all(list.map(async (file) => ({ text: await file.text(), file: file.name }))));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void read(event.dataTransfer.files);
  };
  const onPaste = (event: ClipboardEvent) => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    void read(event.clipboardData.files);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
    event.preventDefault();
    onPreview();
  };
  return (
    <section
      aria-label="What to add"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      className={classNames(
        'rounded-lg border bg-raised shadow-panel',
        over ? 'border-accent ring-2 ring-accent' : 'border-line',
      )}
    >
      <label htmlFor={id} className="sr-only">
        URL, description, mcpServers JSON or command
      </label>
      <textarea
        id={id}
        value={text}
        rows={Math.min(small ? 4 : 14, Math.max(small ? 1 : 5, text.split('\n').length))}
        spellCheck={false}
        placeholder={small ? 'URL, description, mcpServers JSON or command' : examples}
        onChange={(event) => onText(event.target.value)}
        onPaste={onPaste}
        onKeyDown={onKeyDown}
        className="block w-full resize-y rounded-t-lg bg-transparent px-4 py-3 font-mono text-sm placeholder:text-faint"
      />
      <div className="flex flex-wrap items-center gap-2 border-t border-line px-3 py-2">
        <p aria-live="polite" className="min-w-0 flex-1 basis-48 text-sm text-muted">
          {recognized}
        </p>
        <input
          ref={chooser}
          type="file"
          multiple
          accept={accepted}
          aria-label="Files"
          className="sr-only"
          tabIndex={-1}
          onChange={(event) => {
            void read(event.target.files);
            event.target.value = '';
          }}
        />
        <Button icon={FileUp} onClick={() => chooser.current?.click()}>
          Choose files
        </Button>
        <Button tone="primary" onClick={onPreview} busy={busy} disabled={text.trim() === ''}>
          Preview
        </Button>
      </div>
    </section>
  );
}
