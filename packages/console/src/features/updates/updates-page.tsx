/** The page: the updates of all toolsets by class, or of one, with bulk acceptance and what was decided. */
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, History, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { Button, buttonClasses } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { Dialog } from '../../components/dialog.js';
import { PageBody, PageHeader, Panel } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { useRefreshOnEvents } from '../../session/use-live-events.js';
import { toolsetTarget } from '../links.js';
import { acceptable, groupUpdates, type UpdateGroup, updateKey } from './group-updates.js';
import { UpdateCard } from './update-card.js';
import { ConflictDialog } from './update-dialogs.js';
import { type Decisions, type MadeDecision, useDecisions } from './use-decisions.js';

/** The page. */
export default function UpdatesPage() {
  const client = useClient();
  const { access } = useSession();
  const [search, setSearch] = useSearchState();
  const only = textOf(search.toolset);
  const updates = useQuery({
    queryKey: ['updates'],
    queryFn: ({ signal }) => client.toolsets.allUpdates({ signal }),
  });
  useRefreshOnEvents(['catalogue', 'sources'], [['updates']]);
  const decisions = useDecisions();
  const groups = groupUpdates(updates.data ?? [], only);
  const words = ['toolsets', 'updates', ...(only === '' ? [] : [only])];
  const path = only === '' ? '/updates' : `/toolsets/${encodeURIComponent(only)}/updates`;
  return (
    <>
      <PageHeader
        title="Updates"
        description="What vendors changed in the tools of your toolsets. Pinned versions stay until you decide."
        actions={
          <CopyAs
            command={commandLine(client.baseUrl, words)}
            curl={curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
          />
        }
      />
      <PageBody className="max-w-5xl">
        {only !== '' && (
          <p className="flex flex-wrap items-center gap-2">
            <span>
              Only <ThirdPartyText text={only} limit={80} className="font-mono" />
            </span>
            <Button onClick={() => setSearch({ toolset: undefined })}>Show all toolsets</Button>
          </p>
        )}
        {decisions.made.length > 0 && <MadeDecisions decisions={decisions} />}
        {updates.isPending && <LoadingRows />}
        {updates.isError && <ErrorState error={explainError(updates.error)} onRetry={() => void updates.refetch()} />}
        {updates.data !== undefined && groups.length === 0 && (
          <EmptyState
            icon={CircleCheck}
            title="Nothing to decide"
            actions={
              <Link to="/toolsets" className={buttonClasses()}>
                Toolsets
              </Link>
            }
          >
            Every pinned tool is up to date, or you decided to keep its version.
          </EmptyState>
        )}
        {groups.map((group) => (
          <Group key={group.class} group={group} decisions={decisions} />
        ))}
      </PageBody>
      {decisions.conflict !== undefined && <ConflictDialog conflict={decisions.conflict} decisions={decisions} />}
    </>
  );
}

/** Updates of a class that are shown at first; more with each click. */
const step = 50;

function Group({ group, decisions }: { group: UpdateGroup; decisions: Decisions }) {
  const [most, setMost] = useState(step);
  const { title, description, updates } = group;
  return (
    <Panel
      title={`${title} (${updates.length.toLocaleString('en')})`}
      description={description}
      padded={false}
      actions={group.class === 'description' && <AcceptAll group={group} decisions={decisions} />}
    >
      <ul aria-label={title} className="divide-y divide-line">
        {updates.slice(0, most).map((placed) => (
          <UpdateCard key={updateKey(placed)} placed={placed} decisions={decisions} />
        ))}
      </ul>
      {updates.length > most && (
        <Button className="m-4" onClick={() => setMost(most + step)}>
          {`Show ${Math.min(step, updates.length - most)} more`}
        </Button>
      )}
    </Panel>
  );
}

function AcceptAll({ group: { updates }, decisions }: { group: UpdateGroup; decisions: Decisions }) {
  const client = useClient();
  const [isOpen, setOpen] = useState(false);
  const chosen = acceptable(updates);
  const count = chosen.reduce((sum, { names }) => sum + names.length, 0);
  if (count === 0) return null;
  const accept = () => {
    setOpen(false);
    void decisions.decide(
      chosen.map(({ toolset, names }) => ({
        toolset,
        done: names.length === 1 ? 'Accepted 1 new description.' : `Accepted ${names.length} new descriptions.`,
        run: (ifMatch) => client.toolsets.decide(toolset.id, { accept: names }, { ifMatch }),
      })),
    );
  };
  return (
    <>
      <ScopedButton scope="registry:write" disabled={decisions.isBusy} onClick={() => setOpen(true)}>
        {count === 1 ? 'Accept it' : `Accept all ${count.toLocaleString('en')}`}
      </ScopedButton>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title="Accept new descriptions"
        description="Models read the new texts at once. Your own texts stay."
        actions={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button tone="primary" onClick={accept}>
              Accept
            </Button>
          </>
        }
      >
        <ul className="list-disc pl-5">
          {chosen.map(({ toolset, names }) => (
            <li key={toolset.id}>
              <ThirdPartyText text={toolset.name} limit={80} />
              {': '}
              <ThirdPartyText text={names.join(', ')} limit={600} className="font-mono text-sm" />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function MadeDecisions({ decisions }: { decisions: Decisions }) {
  return (
    <section aria-label="Your decisions" className="rounded-lg border border-line bg-raised shadow-panel">
      <div role="status">
        <ul className="divide-y divide-line">
          {decisions.made.map((made) => (
            <Made key={`${made.toolset.id} ${made.after}`} made={made} decisions={decisions} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Made({ made, decisions }: { made: MadeDecision; decisions: Decisions }) {
  const { toolset, done, before, after } = made;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
      <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
      <p className="min-w-0 flex-1 basis-60 text-anywhere">
        {done}{' '}
        <span className="text-muted">
          <ThirdPartyText text={toolset.name} limit={80} />
          {after === before ? ', unchanged' : `, version ${before} → ${after}`}
        </span>
      </p>
      <Link {...toolsetTarget(toolset.id)} search={{ tab: 'history' } as never} className={buttonClasses('quiet')}>
        <History aria-hidden className="size-3.5" />
        History
      </Link>
      {after !== before && (
        <ScopedButton
          scope="registry:write"
          icon={Undo2}
          disabled={decisions.isBusy}
          aria-label={`Undo: ${done} ${visibleText(toolset.name, 60)}`}
          onClick={() => void decisions.undo(made)}
        >
          Undo
        </ScopedButton>
      )}
    </li>
  );
}
