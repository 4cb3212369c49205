/** Calls one operation through the gateway: inputs at the left, preview, result and history at the right. */
import type { JsonValue } from '@dragoman/model';
import type { OperationView } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Eye, Play, Square } from 'lucide-react';
import { lazy, type RefObject, Suspense, useMemo, useRef } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { CodeView } from '../../components/code-view.js';
import { PageHeader } from '../../components/page.js';
import { Segmented } from '../../components/segmented.js';
import { ErrorState, LoadingRows, LoadingState } from '../../components/states.js';
import { Tabs } from '../../components/tabs.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { useMediaQuery } from '../../components/use-media-query.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { firstValue } from '../../schema/edit-value.js';
import { requiresAnything } from '../../schema/requires-anything.js';
import { createSchemaReader, type SchemaReader } from '../../schema/schema-reader.js';
import { useClient, useHasScope } from '../../session/console-context.js';
import { explainError } from '../../session/explain-error.js';
import { operationTarget, serviceTarget } from '../links.js';
import { FailurePanel } from './failure-panel.js';
import { FormProvider, type FormState } from './form/form-state.js';
import { SchemaForm } from './form/schema-form.js';
import { PreviewPanel } from './preview-panel.js';
import { type EditedInput, type InputMode, useInput } from './use-input.js';
import { type Runs, useRuns } from './use-run.js';

/** Loaded when they are first needed. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.js')).ConfirmDialog }));
const CopyMenu = lazy(async () => ({ default: (await import('./copy-menu.js')).CopyMenu }));
const HistoryPanel = lazy(async () => ({ default: (await import('./history-panel.js')).HistoryPanel }));
const LiveResult = lazy(async () => ({ default: (await import('./live-result.js')).LiveResult }));
const ResultPanel = lazy(async () => ({ default: (await import('./result-panel.js')).ResultPanel }));
const SaveMenu = lazy(async () => ({ default: (await import('./save-menu.js')).SaveMenu }));

/** The page. */
export default function TryPage() {
  const { id = '', operation = '' } = useParams({ strict: false }) as { id?: string; operation?: string };
  const client = useClient();
  const view = useQuery({
    queryKey: ['agents', id, 'operation', operation, 'try'],
    queryFn: ({ signal }) => client.agents.readOperation(id, operation, { as: ['mcp'], signal }),
    // A form must not start again while it is filled in.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (view.isError) {
    return (
      <>
        <PageHeader title="Try" />
        <ErrorState error={explainError(view.error)} onRetry={() => void view.refetch()} />
      </>
    );
  }
  if (view.isPending) {
    return (
      <>
        <PageHeader title="Try" />
        <LoadingRows />
      </>
    );
  }
  return <Workbench key={`${id} ${operation}`} operation={view.data} />;
}

function Workbench({ operation }: { operation: OperationView }) {
  const { input_schema: schema, examples } = operation;
  const reader = useMemo(() => createSchemaReader(schema), [schema]);
  const first = useMemo(() => {
    const inputs = examples.flatMap(({ input }) => (input === undefined ? [] : [input as JsonValue]));
    return firstValue(reader, schema, inputs);
  }, [reader, schema, examples]);
  const hasRequired = useMemo(() => requiresAnything(schema as JsonValue), [schema]);
  const input = useInput(first);
  const runs = useRuns(operation);
  const problems = useProblems(runs);
  const [search, setSearch] = useSearchState();
  const callSection = useRef<HTMLElement>(null);
  const narrow = useMediaQuery('(max-width: 1023px)');
  const show = (tab: string) => {
    setSearch({ show: tab === 'preview' ? undefined : tab });
    // In one column, the call is below the inputs.
    if (narrow) callSection.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <div className="flex h-full min-h-0 flex-col">
      <TryHeader operation={operation} />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line lg:grid lg:grid-cols-2 lg:overflow-hidden">
        <section aria-label="Inputs" className="flex flex-col lg:min-h-0 lg:border-r lg:border-line">
          <ModeBar input={input} hasRequired={hasRequired} />
          <div
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
            tabIndex={0}
            role="region"
            aria-label="Input fields"
            className="flex-1 px-page py-2 focus-visible:-outline-offset-2 lg:min-h-0 lg:overflow-y-auto"
          >
            {input.mode === 'form' ? (
              <FormProvider value={formState(reader, input, problems)}>
                <SchemaForm schema={schema as JsonValue} />
              </FormProvider>
            ) : (
              <CodeView
                label="Input as JSON"
                language="json"
                text={input.text}
                onChange={input.setText}
                height="24rem"
              />
            )}
          </div>
          <ActionBar input={input} runs={runs} onShow={show} />
        </section>
        <CallSection
          ref={callSection}
          input={input}
          runs={runs}
          operation={operation}
          tab={textOf(search.show)}
          onShow={show}
        />
      </div>
      {runs.waiting !== undefined && (
        <Suspense>
          <ConfirmDialog
            preview={runs.waiting?.preview}
            onCancel={runs.cancel}
            onConfirm={() => {
              show('result');
              void runs.confirm();
            }}
          />
        </Suspense>
      )}
    </div>
  );
}

function formState(reader: SchemaReader, input: EditedInput, problems: ReadonlyMap<string, string>): FormState {
  const { value, change: onChange, choices, choose: onChoose, drafts, keepDraft: onDraft } = input;
  return { reader, value, onChange, problems, choices, onChoose, drafts, onDraft };
}

interface CallSectionProps {
  ref: RefObject<HTMLElement | null>;
  input: EditedInput;
  runs: Runs;
  operation: OperationView;
  tab: string;
  onShow: (tab: string) => void;
}

/** Preview, result, history, and the call as text. */
function CallSection({ ref, input, runs, operation, tab, onShow }: CallSectionProps) {
  const { baseUrl } = useClient();
  const { agent_id: agent, operation: name } = operation;
  const tabs = [
    {
      id: 'preview',
      label: 'Preview',
      content: <PreviewPanel preview={runs.preview?.preview} error={runs.preview?.error} />,
    },
    { id: 'result', label: 'Result', content: <Result runs={runs} operation={operation} /> },
    {
      id: 'history',
      label: 'History',
      content: <HistoryPanel agent={agent} operation={name} onLoad={input.load} />,
    },
  ];
  return (
    <section
      ref={ref}
      aria-label="Call"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
      tabIndex={0}
      className="px-page py-2 focus-visible:-outline-offset-2 max-lg:border-t max-lg:border-line lg:min-h-0 lg:overflow-y-auto"
    >
      <Suspense fallback={<LoadingState />}>
        <Tabs label="The call" value={tab || 'preview'} onChange={onShow} tabs={tabs} />
      </Suspense>
      <div className="mt-6 border-t border-line pt-2">
        <Suspense>
          <CopyMenu baseUrl={baseUrl} agent={agent} operation={name} input={input.json} />
        </Suspense>
      </div>
    </section>
  );
}

/** What the gateway found wrong with the input, by place. */
function useProblems(runs: Runs): ReadonlyMap<string, string> {
  const error = runs.run?.error ?? runs.preview?.error;
  return useMemo(() => {
    const found = new Map<string, string>();
    if (!isDragomanError(error)) return found;
    for (const { pointer, field, detail } of error.fieldErrors) {
      const place = pointer ?? `/${field}`;
      if (!found.has(place)) found.set(place, detail);
    }
    return found;
  }, [error]);
}

function TryHeader({ operation }: { operation: OperationView }) {
  const { agent_id: agent, agent_name: service, operation: name, summary, impact, impact_reason: reason } = operation;
  return (
    <header className="px-page pt-4 pb-3">
      <p className="flex flex-wrap gap-x-1 text-sm text-muted">
        <Link to="/catalogue" className="hover:text-text hover:underline">
          Catalogue
        </Link>
        <span aria-hidden>/</span>
        <Link {...serviceTarget(agent)} className="min-w-0 hover:text-text hover:underline">
          <ThirdPartyText text={service} limit={80} />
        </Link>
        <span aria-hidden>/</span>
        <Link {...operationTarget(agent, name)} className="min-w-0 hover:text-text hover:underline">
          <ThirdPartyText text={name} limit={80} className="font-mono" />
        </Link>
      </p>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <h1 className="min-w-0 text-xl font-semibold tracking-tight text-anywhere">
          <ThirdPartyText text={summary || name} limit={160} />
        </h1>
        {impact !== undefined && <ImpactBadge impact={impact} reason={reason} />}
        {operation.deprecated === true && <Badge tone="warn">deprecated</Badge>}
      </div>
    </header>
  );
}

function ModeBar({ input, hasRequired }: { input: EditedInput; hasRequired: boolean }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 px-page pt-3 pb-1">
      <h2 className="font-semibold">
        Inputs {hasRequired && <span className="ml-1 text-sm font-normal text-faint">* required</span>}
      </h2>
      <Segmented<InputMode>
        label="Edit the inputs as"
        value={input.mode}
        options={[
          { value: 'form', label: 'Form' },
          { value: 'json', label: 'JSON' },
        ]}
        onChange={input.setMode}
      />
    </div>
  );
}

function ActionBar({ input, runs, onShow }: { input: EditedInput; runs: Runs; onShow: (tab: string) => void }) {
  const mayCall = useHasScope('agents:invoke');
  const { json, problem } = input;
  const isBusy = runs.activity !== 'idle';
  const isDisabled = json === undefined || !mayCall || isBusy;
  const hint = mayCall ? undefined : 'Needs the scope agents:invoke';
  return (
    <div className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-surface px-page py-3">
      {runs.activity === 'running' ? (
        <Button icon={Square} onClick={runs.cancel}>
          Cancel
        </Button>
      ) : (
        <Button
          tone="primary"
          icon={Play}
          disabled={isDisabled}
          title={hint}
          onClick={() => {
            if (json === undefined) return;
            onShow('result');
            void runs.start(json);
          }}
        >
          Run
        </Button>
      )}
      <Button
        icon={Eye}
        busy={runs.activity === 'previewing'}
        disabled={isDisabled}
        title={hint}
        onClick={() => {
          if (json === undefined) return;
          onShow('preview');
          void runs.showPreview(json);
        }}
      >
        Preview
      </Button>
      {problem !== undefined && (
        <p role="status" className="min-w-0 flex-1 text-sm text-bad text-anywhere">
          {problem}
        </p>
      )}
    </div>
  );
}

function Result({ runs, operation }: { runs: Runs; operation: OperationView }) {
  const { agent_id: agent, agent_name: service, operation: name } = operation;
  if (runs.activity === 'running') {
    return <LiveResult live={runs.live} service={service} />;
  }
  const refused = runs.preview?.error;
  if (runs.run === undefined) {
    return refused === undefined ? (
      <p className="text-muted">Run the operation to see what the service returns.</p>
    ) : (
      <FailurePanel error={refused} />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ResultPanel key={runs.run.startedAt} run={runs.run} service={service} />
      {runs.run.answer !== undefined && <SaveMenu agent={agent} operation={name} run={runs.run} />}
    </div>
  );
}
