/** The page of one trace: what happened when, and for failures what they mean. */
import { isDragomanError, type Trace, type TraceStep } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { ArrowLeft, SearchX } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Button, buttonClasses } from '../../components/button.js';
import { CapturedPayloadView } from '../../components/captured-payload.js';
import { CopyAs, CopyButton } from '../../components/copy-button.js';
import { durationText } from '../../components/duration-text.js';
import { Facts, PageBody, PageHeader, Panel } from '../../components/page.js';
import { protocolName } from '../../components/protocol-name.js';
import { EmptyState, ErrorState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { visibleText } from '../../components/visible-text.js';
import { useClient, useSession } from '../../session/console-context.js';
import { commandLine, curlCommand } from '../../session/copy-text.js';
import { explainError } from '../../session/explain-error.js';
import { operationTarget, serviceTarget } from '../links.js';
import { CallOutcome } from './call-outcome.js';
import { AnswerHelp, FailureHelp } from './failure-help.js';
import { toTimeLine } from './trace-spans.js';
import { Waterfall } from './waterfall.js';

/** The page. */
export default function TracePage() {
  const { traceId = '' } = useParams({ strict: false }) as { traceId?: string };
  const client = useClient();
  const { access } = useSession();
  const query = useQuery({
    queryKey: ['traces', traceId],
    queryFn: ({ signal }) => client.traces.read(traceId, { signal }),
  });
  const path = `/traces/${encodeURIComponent(traceId)}`;
  const isMissing = isDragomanError(query.error) && query.error.status === 404;
  return (
    <>
      <PageHeader
        title="Trace"
        description={
          <span className="flex items-center gap-1">
            <code className="font-mono text-sm text-anywhere">{visibleText(traceId, 100)}</code>
            <CopyButton compact text={traceId} label="Copy trace id" />
          </span>
        }
        actions={
          <>
            <Link to="/activity" className={buttonClasses('quiet')}>
              <ArrowLeft aria-hidden className="size-3.5" />
              Activity
            </Link>
            <CopyAs
              command={() => commandLine(client.baseUrl, ['trace', traceId])}
              curl={() => curlCommand(client.baseUrl, { path, keyed: access !== 'open' })}
            />
          </>
        }
      />
      <PageBody>
        {query.isPending && <LoadingRows rows={4} />}
        {isMissing && <NoTrace onRetry={() => void query.refetch()} />}
        {query.isError && !isMissing && (
          <ErrorState error={explainError(query.error)} onRetry={() => void query.refetch()} />
        )}
        {query.data !== undefined && <TraceView trace={query.data} />}
      </PageBody>
    </>
  );
}

function NoTrace({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState
      icon={SearchX}
      title="You see no record with this trace id"
      actions={<Button onClick={onRetry}>Look again</Button>}
    >
      Records of calls are written within a moment after the response, and old ones are deleted after{' '}
      <code className="font-mono text-text">audit.retentionDays</code>. Calls of others need the scope{' '}
      <code className="font-mono text-text">admin</code>.
    </EmptyState>
  );
}

function TraceView({ trace }: { trace: Trace }) {
  const [search, change] = useSearchState();
  const line = toTimeLine(trace);
  const wanted = Number(textOf(search.record));
  const { steps, problems } = trace;
  const failed = steps.find(({ outcome }) => outcome !== 'done') ?? steps.find(({ status = 0 }) => status >= 400);
  const chosen = steps.find(({ seq }) => seq === wanted) ?? failed ?? steps[0];
  if (line === undefined || chosen === undefined) return null;
  const problem = problems.find(({ code }) => code === chosen.code);
  const count = steps.length === 1 ? 'One record' : `${steps.length.toLocaleString('en')} records`;
  return (
    <>
      <Panel
        padded={false}
        title="What happened"
        description={`${count} in ${durationText(line.totalMs)}${trace.is_cut ? '; there are more' : ''}`}
      >
        <Waterfall line={line} chosen={chosen.seq} onChoose={(seq) => change({ record: String(seq) })} />
      </Panel>
      {chosen.payload !== undefined && (
        <Panel
          title="Payload"
          description="Third-party content, kept while payloads of the service are captured; secrets are withheld"
        >
          <CapturedPayloadView payload={chosen.payload} />
        </Panel>
      )}
      <div className="grid items-start gap-gap lg:grid-cols-2">
        {problem !== undefined && <FailureHelp problem={problem} outcome={chosen.outcome} />}
        {chosen.code === '' && <AnswerHelp status={chosen.status ?? 0} />}
        <StepFacts step={chosen} />
      </div>
    </>
  );
}

/** Names of facts, in the order in which they are shown. */
const factNames: readonly (readonly [name: keyof TraceStep, label: string])[] = [
  ['face', 'Protocol of the caller'],
  ['version', 'Version'],
  ['status', 'Status answered'],
  ['upstream_status', 'Status of the service'],
  ['upstream', 'Address of the service'],
  ['tries', 'Tries'],
  ['replayed', 'Replayed'],
  ['dry_run', 'Preview only'],
  ['items', 'Calls in the batch'],
  ['failed_items', 'Failed calls'],
  ['workflow', 'Workflow'],
  ['step', 'Step'],
  ['steps', 'Calls of the workflow'],
  ['findings', 'Deviations from the schema'],
];

function StepFacts({ step }: { step: TraceStep }) {
  const { action, service, operation, caller, outcome, status, ms } = step;
  const facts = factNames.flatMap(([name, label]) => {
    const value = step[name];
    if (value === undefined) return [];
    const text = name === 'face' ? protocolName(String(value)) : String(value);
    return [[label, <ThirdPartyText key={name} text={text} limit={300} />] as const];
  });
  return (
    <Panel
      title={action === 'call' ? 'The call' : 'The record'}
      actions={<CallOutcome outcome={outcome} status={status} />}
    >
      <Facts
        facts={[
          ['Action', <Badge key="action">{visibleText(action, 60)}</Badge>],
          ...(service === '' ? [] : [['Service', <ServiceLink key="service" id={service} />] as const]),
          ...(operation === undefined
            ? []
            : [['Operation', <OperationLink key="operation" id={service} operation={operation} />] as const]),
          ['Caller', <ThirdPartyText key="caller" text={caller} limit={200} />],
          [
            'Started',
            <time key="at" dateTime={step.started_at}>
              {step.started_at}
            </time>,
          ],
          ...(ms === undefined ? [] : [['Time taken', durationText(ms)] as const]),
          ...facts,
          ['Record', `number ${step.seq.toLocaleString('en')} of the audit log`],
        ]}
      />
    </Panel>
  );
}

function ServiceLink({ id }: { id: string }) {
  return (
    <Link {...serviceTarget(id)} className="text-accent hover:underline">
      <ThirdPartyText text={id} limit={200} />
    </Link>
  );
}

function OperationLink({ id, operation }: { id: string; operation: string }) {
  return (
    <Link {...operationTarget(id, operation)} className="text-accent hover:underline">
      <ThirdPartyText text={operation} limit={200} />
    </Link>
  );
}
