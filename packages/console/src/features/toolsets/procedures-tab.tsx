/** The procedures that are written against a toolset, and the teams whose members have it. */
import type { ProcedureSummary, TeamView } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ScrollText } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { buttonClasses } from '../../components/button.js';
import { Panel } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useClient } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { newProcedureTarget, procedureTarget, teamTarget } from '../links.js';

/** Procedures and teams that are read. */
const mostShown = 100;

/** The procedures of a toolset. */
export function useProcedures(id: string) {
  const client = useClient();
  return useQuery({
    queryKey: ['procedures', 'of', id],
    queryFn: async ({ signal }) => {
      const list: ProcedureSummary[] = [];
      for await (const procedure of client.procedures.list({ toolset: id, signal })) {
        list.push(procedure);
        if (list.length === mostShown) break;
      }
      return list;
    },
  });
}

/** The tab. */
export function ProceduresTab({ toolsetId }: { toolsetId: string }) {
  const procedures = useProcedures(toolsetId);
  if (procedures.isPending) return <LoadingRows rows={4} />;
  if (procedures.isError) {
    return <ErrorState error={explainError(procedures.error)} onRetry={() => void procedures.refetch()} />;
  }
  const create = (
    <Link {...newProcedureTarget(toolsetId)} className={buttonClasses('secondary')}>
      New procedure
    </Link>
  );
  return (
    <>
      <Panel
        title="Procedures"
        description="How an agent works with these tools, checked against them."
        padded={false}
        actions={create}
      >
        {procedures.data.length === 0 ? (
          <EmptyState icon={ScrollText} title="No procedures yet">
            A procedure instructs an agent which of these tools to use, in which order, and what to do with the results.
          </EmptyState>
        ) : (
          <ul aria-label="Procedures" className="divide-y divide-line">
            {procedures.data.map(({ id, name, description, state, version }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
                <div className="min-w-0 flex-1 basis-60">
                  <Link {...procedureTarget(id)} className="font-medium hover:underline">
                    <ThirdPartyText text={name} limit={160} />
                  </Link>
                  <p className="text-sm text-muted">
                    <ThirdPartyText text={description} limit={240} />
                  </p>
                </div>
                <Badge tone={state === 'ready' ? 'good' : 'neutral'}>{state}</Badge>
                <span className="text-sm text-faint tabular-nums">version {version}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
      <Teams toolsetId={toolsetId} />
    </>
  );
}

function Teams({ toolsetId }: { toolsetId: string }) {
  const client = useClient();
  const teams = useQuery({
    queryKey: ['teams', 'with', toolsetId],
    queryFn: async ({ signal }) => {
      const list: TeamView[] = [];
      for await (const { id } of client.teams.list({ signal })) {
        list.push(await client.teams.read(id, { signal }));
        if (list.length === mostShown) break;
      }
      return list.filter(({ members }) => members.some(({ toolsets }) => toolsets.includes(toolsetId)));
    },
  });
  if (teams.data === undefined || teams.data.length === 0) return null;
  return (
    <Panel title="Teams" description="Sub-agents that have this toolset." padded={false}>
      <ul aria-label="Teams" className="divide-y divide-line">
        {teams.data.map(({ id, name, members }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 px-4 py-2.5">
            <Link {...teamTarget(id)} className="min-w-0 flex-1 basis-40 font-medium hover:underline">
              <ThirdPartyText text={name} limit={160} />
            </Link>
            <span className="text-sm text-muted">
              <ThirdPartyText
                text={members
                  .filter(({ toolsets }) => toolsets.includes(toolsetId))
                  .map((member) => member.name)
                  .join(', ')}
                limit={200}
              />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
