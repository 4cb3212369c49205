/** The page: one sentence in, and which operation an agent gets for it, with every reason. */
import type { ResolvedIntent } from '@dragoman/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ListChecks } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { buttonClasses } from '../../components/button.js';
import { CopyAs } from '../../components/copy-button.js';
import { PageBody, PageHeader } from '../../components/page.js';
import { ErrorState, LoadingRows } from '../../components/states.js';
import { type SearchState, useSearchState } from '../../components/use-search-state.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { DecisionView, type DecisionViewProps } from './decision-view.js';
import { ExclusionPanel, NotesPanel } from './exclusions.js';
import { type FindRequest, readFindRequest, toCommandWords, toIntent } from './find-request.js';
import { FindSuggestions } from './find-suggestions.js';
import { RequestForm } from './request-form.js';
import { RightOperationButtons } from './right-operation.js';
import { useCases, useSaveCase } from './use-cases.js';

/** The page. */
export default function FindPage() {
  const client = useClient();
  const { access } = useSession();
  const [search, change] = useSearchState();
  const request = readFindRequest(search);
  const copy =
    request.text === ''
      ? {}
      : {
          command: () => commandLine(client.baseUrl, toCommandWords(request)),
          curl: () =>
            curlCommand(client.baseUrl, {
              method: 'POST',
              path: '/agents/resolve',
              body: toIntent(request),
              keyed: access !== 'open',
            }),
        };
  return (
    <>
      <PageHeader
        title="Find"
        description="Which operation an agent gets for a request, and why."
        actions={
          <>
            <CopyAs {...copy} />
            <EvaluationLink />
          </>
        }
      />
      <PageBody>
        <RequestForm request={request} onChange={change} />
        {request.text === '' ? (
          <FindSuggestions onChoose={(text) => change({ q: text })} />
        ) : (
          <Resolution request={request} onChange={change} />
        )}
      </PageBody>
    </>
  );
}

function EvaluationLink() {
  const { data } = useCases();
  return (
    <Link to="/find/evaluation" className={buttonClasses()}>
      <ListChecks aria-hidden className="size-3.5" />
      Evaluation
      {data !== undefined && data.length > 0 && <Badge>{data.length.toLocaleString('en')}</Badge>}
    </Link>
  );
}

function Resolution({ request, onChange }: { request: FindRequest; onChange: (change: SearchState) => void }) {
  const client = useClient();
  const intent = toIntent(request);
  const query = useQuery({
    queryKey: ['resolve', intent],
    queryFn: ({ signal }) => client.agents.resolve(intent, { signal }),
    placeholderData: keepPreviousData,
  });
  if (query.isPending) return <LoadingRows rows={6} />;
  if (query.isError) return <ErrorState error={explainError(query.error)} onRetry={() => void query.refetch()} />;
  const onDeny = (id: string) => onChange({ deny: [...new Set([...request.denied, id])] });
  return (
    <div
      aria-busy={query.isFetching}
      className={`grid items-start gap-gap lg:grid-cols-[minmax(0,1fr)_18rem] ${query.isPlaceholderData ? 'opacity-60' : ''}`}
    >
      <div className="flex min-w-0 flex-col gap-gap">
        <Decisions resolved={query.data} request={request.text} onDeny={onDeny} />
      </div>
      <div className="flex min-w-0 flex-col gap-gap">
        <ExclusionPanel excluded={query.data.excluded} />
        <NotesPanel resolved={query.data} />
      </div>
    </div>
  );
}

interface DecisionsProps {
  resolved: ResolvedIntent;
  request: string;
  onDeny: (id: string) => void;
}

function Decisions({ resolved, request, onDeny }: DecisionsProps) {
  const { steps, limits, nearest } = resolved;
  if (steps === undefined) {
    return <Decision request={request} decision={resolved} limits={limits} nearest={nearest ?? []} onDeny={onDeny} />;
  }
  return (
    <>
      <p className="text-muted">
        The request asks for {steps.length} steps. An agent calls the first candidate of each when every step is found.
      </p>
      {steps.map((step, at) => (
        <Decision
          key={step.intent}
          request={step.intent}
          decision={step}
          limits={limits}
          step={{ number: at + 1, intent: step.intent }}
          onDeny={onDeny}
        />
      ))}
    </>
  );
}

type DecisionProps = Omit<DecisionViewProps, 'actions' | 'buttons'> & Omit<DecisionsProps, 'resolved'>;

/** A decision with the buttons that save its right operation. */
function Decision({ request, onDeny, ...props }: DecisionProps) {
  const { data: cases = [] } = useCases();
  const save = useSaveCase();
  const known = cases.find((item) => item.request === request);
  return (
    <DecisionView
      {...props}
      buttons={<RightOperationButtons request={request} />}
      actions={{
        onDeny,
        isRight: ({ id, invocation }) => known?.agent === id && known.operation === invocation?.operation,
        onRight: ({ id, invocation }) => {
          const name = invocation?.operation ?? undefined;
          if (name !== undefined) save.mutate({ request, operation: { agent: id, name } });
        },
      }}
    />
  );
}
