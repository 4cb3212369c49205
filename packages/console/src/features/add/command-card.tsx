/** A command that starts an MCP server: previewed, then added to the server, which runs it. */
import type { ImportText } from '@dragoman/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eye, Plus } from 'lucide-react';
import { Button } from '../../components/button.js';
import { Snippet } from '../../components/code-view.js';
import { CopyAs } from '../../components/copy-button.js';
import { Panel } from '../../components/page.js';
import { ServerPreview } from '../../components/server-preview.js';
import { ErrorState } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { shellWord } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { toStdioCommand } from './draft.js';

/** Props of the card. */
export interface CommandCardProps {
  command: ImportText['commands'][number];
  /** Called with the address of the added server, whose tools can be imported. */
  onAdded: (url: string) => void;
}

/** The card. */
export function CommandCard({ command, onAdded }: CommandCardProps) {
  const client = useClient();
  const queries = useQueryClient();
  const isAdmin = useHasScope('admin');
  const preview = useMutation({ mutationFn: () => client.servers.preview(command) });
  const add = useMutation({
    mutationFn: () => client.servers.add(command),
    onSuccess: async ({ server }) => {
      await queries.invalidateQueries({ queryKey: ['servers'] });
      onAdded(`stdio:${server.name}`);
    },
  });
  const variables = Object.keys(command.env);
  return (
    <Panel
      title={`MCP server ${command.name}`}
      description="A program that runs on the machine of this server, with its rights. After it was added, its tools are shown before they are imported."
      actions={<CopyAs command={() => toStdioCommand(client.baseUrl, command)} />}
    >
      <Snippet
        label={`command of ${command.name}`}
        text={[command.command, ...command.args].map(shellWord).join(' ')}
        wrap
      />
      {variables.length > 0 && (
        <p className="mt-3 text-sm text-muted">
          Variables: <ThirdPartyText text={variables.slice(0, 100).join(', ')} limit={500} className="font-mono" />.
          Their values are stored encrypted and never shown again.
        </p>
      )}
      {!isAdmin && <p className="mt-3 text-sm text-muted">Adding a program needs the scope admin.</p>}
      <div className="mt-3 flex flex-wrap gap-2">
        <Button icon={Eye} busy={preview.isPending} disabled={!isAdmin} onClick={() => preview.mutate()}>
          Preview tools
        </Button>
        <ScopedButton scope="admin" tone="primary" icon={Plus} busy={add.isPending} onClick={() => add.mutate()}>
          Add server
        </ScopedButton>
      </div>
      <div className="mt-3 empty:hidden">
        {preview.data !== undefined && <ServerPreview preview={preview.data.preview} />}
        {preview.isError && <ErrorState error={explainError(preview.error)} />}
        {add.isError && <ErrorState error={explainError(add.error)} />}
      </div>
    </Panel>
  );
}
