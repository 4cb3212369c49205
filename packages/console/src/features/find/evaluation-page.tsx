/** The page of the evaluation: saved cases, a run over all of them, and the comparison with the last run. */
import type { SavedEvaluation, SavedItem } from '@dragoman/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, ListChecks, Play, Trash2 } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Button, buttonClasses, IconButton } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageBody, PageHeader, Panel } from '../../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { EvaluationResult } from './evaluation-result.js';
import { useCases, useRemoveCase } from './use-cases.js';

/** The page. */
export default function EvaluationPage() {
  const client = useClient();
  const { access } = useSession();
  const cases = useCases();
  const run = useMutation({ mutationFn: () => client.saved.evaluate() });
  const keyed = access !== 'open';
  return (
    <>
      <PageHeader
        title="Evaluation"
        description="Requests that you saved with the operation that should come first."
        actions={
          <>
            <Link to="/find" className={buttonClasses('quiet')}>
              <ArrowLeft aria-hidden className="size-3.5" />
              Find
            </Link>
            <CopyAs
              command={() => commandLine(client.baseUrl, ['eval'])}
              curl={() => curlCommand(client.baseUrl, { method: 'POST', path: '/evaluations', keyed })}
            />
            <Button
              tone="primary"
              icon={Play}
              busy={run.isPending}
              disabled={cases.data === undefined || cases.data.length === 0}
              onClick={() => run.mutate()}
            >
              Run all cases
            </Button>
          </>
        }
      />
      <PageBody>
        {run.isError && <ErrorState error={explainError(run.error)} onRetry={() => run.mutate()} />}
        {run.data !== undefined && <EvaluationResult result={run.data} />}
        {cases.isPending && <LoadingRows rows={5} />}
        {cases.isError && <ErrorState error={explainError(cases.error)} onRetry={() => void cases.refetch()} />}
        {cases.data !== undefined && <CaseList cases={cases.data} result={run.data} />}
      </PageBody>
    </>
  );
}

function CaseList({ cases, result }: { cases: readonly SavedItem[]; result: SavedEvaluation | undefined }) {
  const remove = useRemoveCase();
  if (cases.length === 0) {
    return (
      <EmptyState
        icon={ListChecks}
        title="No cases yet"
        actions={
          <Link to="/find" className={buttonClasses()}>
            Find an operation
          </Link>
        }
      >
        Write a request under Find and say which operation is right. Each case then shows whether a change of a
        description makes the request work better or worse.
      </EmptyState>
    );
  }
  const places = new Map(result?.cases.map((each) => [each.id, each]));
  return (
    <Panel padded={false} title={cases.length === 1 ? '1 case' : `${cases.length.toLocaleString('en')} cases`}>
      <ul className="divide-y divide-line">
        {cases.map((item) => (
          <CaseRow key={item.id} item={item} ran={places.get(item.id)} onRemove={() => remove.mutate(item.id)} />
        ))}
      </ul>
    </Panel>
  );
}

interface CaseRowProps {
  item: SavedItem;
  ran: SavedEvaluation['cases'][number] | undefined;
  onRemove: () => void;
}

function CaseRow({ item: { request = '', agent, operation }, ran, onRemove }: CaseRowProps) {
  return (
    <li className="flex items-center gap-3 px-4 py-2">
      <div className="min-w-0 flex-1">
        <Link to="/find" search={{ q: request } as never} className="block min-w-0 font-medium hover:underline">
          <ThirdPartyText text={request} limit={300} />
        </Link>
        <p className="flex min-w-0 gap-1 text-sm text-muted">
          {operation === undefined ? (
            'No operation should match'
          ) : (
            <ThirdPartyText text={`${operation} of ${agent ?? ''}`} limit={200} truncate className="min-w-0" />
          )}
        </p>
      </div>
      {ran !== undefined && <InputsBadge wrong={ran.wrong_inputs} />}
      {ran !== undefined && <PlaceBadge place={ran.place} found={ran.found} isNone={operation === undefined} />}
      <IconButton icon={Trash2} label={`Remove the case ${visibleText(request, 60)}`} onClick={onRemove} />
    </li>
  );
}

/** Whether the inputs of the case were read from its request; nothing where none were compared. */
function InputsBadge({ wrong }: { wrong: readonly string[] | undefined }) {
  if (wrong === undefined) return null;
  if (wrong.length === 0) return <Badge tone="good">inputs read</Badge>;
  const names = visibleText(wrong.join(', '), 200);
  return (
    <Badge tone="warn" title={`Not read from the request: ${names}`} className="max-w-48">
      <span className="truncate">not read: {names}</span>
    </Badge>
  );
}

function PlaceBadge({ place, found, isNone }: { place: number | null; found: string[]; isNone: boolean }) {
  if (place === 1) return <Badge tone="good">{isNone ? 'nothing found' : 'first'}</Badge>;
  if (place !== null) return <Badge tone="warn">place {place}</Badge>;
  return (
    <Badge tone="bad" title={found[0] === undefined ? '' : `found ${visibleText(found[0], 120)}`}>
      {isNone ? 'something found' : 'not found'}
    </Badge>
  );
}
