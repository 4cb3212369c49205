/** A toolset for clients and programs: its MCP endpoint, the export for a runtime, code for the executor. */
import type { Toolset } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { CodeView, Snippet } from '../../components/code-view.js';
import { Panel } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { visibleJson } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';

/** The tab. */
export function ExportTab({ toolset: { id, root } }: { toolset: Toolset }) {
  const client = useClient();
  const exported = useQuery({
    queryKey: ['toolsets', id, 'export'],
    queryFn: ({ signal }) => client.toolsets.export(id, { signal }),
  });
  const code = [
    "import { createExecutor } from '@dragoman/sdk/executor';",
    '',
    'const apiKey = process.env.DRAGOMAN_KEY;',
    `const sources = [{ label: 'tools', root: ${JSON.stringify(root)}, credential: { apiKey } }];`,
    "const session = await createExecutor({ sources, tools: 'all' }).startSession();",
  ].join('\n');
  return (
    <>
      <Panel title="MCP endpoint" description="For MCP clients; Connect writes their configuration.">
        <Snippet label="MCP endpoint" text={`${root}/mcp`} />
      </Panel>
      <Panel title="Executor" description="For your own loop with a model API.">
        <Snippet label="code for the executor" text={code} />
      </Panel>
      <Panel
        title="Export"
        description="The complete toolset with pinned signatures, for a runtime without this server."
      >
        <div className="flex flex-col gap-3">
          <Snippet label="export command" text={commandLine(client.baseUrl, ['toolsets', 'export', id])} />
          {exported.isPending && <LoadingRows rows={4} />}
          {exported.isError && (
            <ErrorState error={explainError(exported.error)} onRetry={() => void exported.refetch()} />
          )}
          {exported.isSuccess && (
            <CodeView label="export" language="json" text={visibleJson(JSON.stringify(exported.data, null, 2))} />
          )}
        </div>
      </Panel>
    </>
  );
}
