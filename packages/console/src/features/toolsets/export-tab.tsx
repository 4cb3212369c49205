/** A toolset for clients and programs: its MCP endpoint, code for the executor, Agent Skills, the export for a runtime. */
import type { Toolset } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { Button, buttonClasses } from '../../components/button.js';
import { CodeView, Snippet } from '../../components/code-view.js';
import { downloadFile } from '../../components/download-file.js';
import { Panel } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleJson, visibleText } from '../../components/visible-text.js';
import { useClient } from '../../session/console-context.js';
import { commandLine } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { connectTarget } from '../links.js';
import { useProcedures } from './procedures-tab.js';
import { useExport } from './use-tool-facts.js';

/** The tab. */
export function ExportTab({ toolset: { id, root } }: { toolset: Toolset }) {
  const client = useClient();
  const exported = useExport(id);
  const code = [
    "import { createExecutor } from '@dragoman/sdk/executor';",
    '',
    'const apiKey = process.env.DRAGOMAN_KEY;',
    `const sources = [{ label: 'tools', root: ${JSON.stringify(root)}, credential: { apiKey } }];`,
    "const session = await createExecutor({ sources, tools: 'all' }).startSession();",
  ].join('\n');
  const text = exported.isSuccess ? JSON.stringify(exported.data, null, 2) : '';
  return (
    <>
      <Panel
        title="MCP endpoint"
        description="For MCP clients; Connect writes their configuration."
        actions={
          <Link {...connectTarget(id)} className={buttonClasses('secondary')}>
            Connect
          </Link>
        }
      >
        <Snippet label="MCP endpoint" text={`${root}/mcp`} />
      </Panel>
      <Panel title="Executor" description="For your own loop with a model API.">
        <Snippet label="code for the executor" text={code} />
      </Panel>
      <Skills toolsetId={id} />
      <Panel
        title="Export"
        description="The complete toolset with pinned signatures, for a runtime without this server."
        actions={
          <Button icon={Download} disabled={text === ''} onClick={() => downloadFile(`${id}.json`, text)}>
            Download JSON
          </Button>
        }
      >
        <div className="flex flex-col gap-3">
          <Snippet label="export command" text={commandLine(client.baseUrl, ['toolsets', 'export', id])} />
          {exported.isPending && <LoadingRows rows={4} />}
          {exported.isError && (
            <ErrorState error={explainError(exported.error)} onRetry={() => void exported.refetch()} />
          )}
          {exported.isSuccess && <CodeView label="export" language="json" text={visibleJson(text)} />}
        </div>
      </Panel>
    </>
  );
}

/** Each procedure of the toolset is a skill. */
function Skills({ toolsetId }: { toolsetId: string }) {
  const { baseUrl } = useClient();
  const procedures = useProcedures(toolsetId);
  return (
    <Panel
      title="Agent Skills"
      description="Each procedure of the toolset with its tools, as a folder that agents read."
      padded={false}
    >
      {procedures.isPending && <LoadingRows rows={2} />}
      {procedures.isError && (
        <ErrorState error={explainError(procedures.error)} onRetry={() => void procedures.refetch()} />
      )}
      {procedures.data?.length === 0 && <p className="p-4 text-muted">The toolset has no procedure yet.</p>}
      <ul aria-label="Agent Skills" className="divide-y divide-line">
        {procedures.data?.map(({ id, name }) => (
          <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2">
            <span className="min-w-0 flex-1 basis-40">
              <ThirdPartyText text={name} limit={160} />
            </span>
            <a
              href={`/procedures/${encodeURIComponent(id)}/export?format=tar`}
              download
              aria-label={`Download the skill ${visibleText(name, 80)}`}
              className={buttonClasses('secondary')}
            >
              <Download aria-hidden className="size-3.5" />
              Download
            </a>
            <div className="w-full">
              <Snippet
                label={`command for ${visibleText(name, 80)}`}
                text={commandLine(baseUrl, ['procedures', 'export', id, '--skill', '.agents/skills'])}
              />
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
