/** Services that look like this one, texts with instructions, and whether calls are on hold because of them. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck } from 'lucide-react';
import { Badge } from '../../../components/badge.js';
import { Panel } from '../../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../../components/states.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useClient } from '../../../session/console-context.js';
import { explainError } from '../../../session/explain-error.js';
import { serviceTarget } from '../../links.js';
import { HeldTexts } from './held-texts.js';

/** The tab. */
export function FindingsTab({ id }: { id: string }) {
  return (
    <>
      <HeldTexts id={id} />
      <Findings id={id} />
    </>
  );
}

function Findings({ id }: { id: string }) {
  const client = useClient();
  const findings = useQuery({
    queryKey: ['agents', id, 'findings'],
    queryFn: ({ signal }) => client.agents.findings(id, { signal }),
  });
  if (findings.isPending) return <LoadingRows rows={4} />;
  if (findings.isError) {
    return <ErrorState error={explainError(findings.error)} onRetry={() => void findings.refetch()} />;
  }
  const { held, findings: list } = findings.data;
  if (list.length === 0 && !held) {
    return (
      <EmptyState icon={ShieldCheck} title="No findings">
        No other service looks like this one, and none of its texts contains instructions to its reader.
      </EmptyState>
    );
  }
  return (
    <Panel
      title="Findings"
      description={held ? 'Calls are on hold until an administrator accepts the findings.' : 'Calls are not on hold.'}
      padded={false}
    >
      <ul className="divide-y divide-line">
        {list.map(({ code, pointer, agent, name }) => (
          <li key={`${code} ${pointer} ${agent}`} className="flex flex-wrap items-baseline gap-x-3 gap-y-1 px-4 py-2.5">
            <Badge tone="warn">{code}</Badge>
            {agent === undefined || agent === id ? (
              <ThirdPartyText text={pointer} limit={200} className="font-mono text-sm" />
            ) : (
              <Link {...serviceTarget(agent)} className="min-w-0 text-accent hover:underline">
                <ThirdPartyText text={name ?? agent} limit={120} />
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
