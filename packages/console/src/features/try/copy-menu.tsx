/** The call as text for other tools. */
import type { JsonValue } from '@dragoman/model';
import { type SnippetForm, snippetForms, writeCallSnippet } from '@dragoman/sdk';
import { CopyButton } from '../../components/copy-button.js';
import { useSession } from '../../session/console-context.js';

const labels: Readonly<Record<SnippetForm, string>> = {
  curl: 'curl',
  'json-rpc': 'JSON-RPC',
  sdk: 'SDK',
  command: 'command',
};

/** Props of the buttons. */
export interface CopyMenuProps {
  baseUrl: string;
  agent: string;
  operation: string;
  /** Undefined while the input cannot be sent. */
  input: JsonValue | undefined;
}

/** One button per form. */
export function CopyMenu({ input, ...call }: CopyMenuProps) {
  const { access } = useSession();
  const keyed = access !== 'open';
  return (
    <div className="flex flex-wrap items-center gap-1" role="group" aria-label="Copy the call as">
      <span className="text-sm text-muted">Copy as</span>
      {snippetForms.map((form) => (
        <CopyButton
          key={form}
          tone="quiet"
          className="px-1.5"
          disabled={input === undefined}
          text={() => writeCallSnippet({ ...call, keyed, input: input ?? {} }, form)}
          label={labels[form]}
        />
      ))}
    </div>
  );
}
