/** How many updates of vendors wait for a decision, by class; they are decided on their own screen. */
import type { StoredToolset } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { buttonClasses } from '../../components/button.js';
import { Panel } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { explainError } from '../../session/explain-error.js';
import { updatesTarget } from '../links.js';
import { updateTones, useUpdates } from './use-tool-facts.js';

/** The tab. */
export function UpdatesTab({ stored }: { stored: StoredToolset }) {
  const { id } = stored.toolset;
  const updates = useUpdates(id);
  if (updates.isPending) return <LoadingRows rows={4} />;
  if (updates.isError) return <ErrorState error={explainError(updates.error)} onRetry={() => void updates.refetch()} />;
  if (updates.data.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing to decide">
        Every pinned tool is up to date, or you decided to keep its version.
      </EmptyState>
    );
  }
  return (
    <Panel
      title="Updates"
      description="Pinned tools that their vendors changed."
      padded={false}
      actions={
        <Link {...updatesTarget(id)} className={buttonClasses('primary')}>
          Review
        </Link>
      }
    >
      <ul className="divide-y divide-line">
        {updates.data.slice(0, 200).map(({ name, kind, message, class: of }) => (
          <li key={`${name} ${kind}`} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
            <Badge tone={updateTones[of] ?? 'neutral'}>{of}</Badge>
            <ThirdPartyText text={name} limit={80} className="font-mono text-sm font-medium" />
            <span className="min-w-0 flex-1 basis-60 text-sm text-muted">
              <ThirdPartyText text={message} limit={300} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
