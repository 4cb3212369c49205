/** The editor of a workflow: graph, list or text of one document, with the details of what is selected beside it. */
import { editYaml, type YamlEdit } from '@dragoman/documents';
import { FileUp, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.js';
import { type GraphPart, GraphToolbar, useGraphParts } from '../../components/graph/graph-toolbar.js';
import { GraphView } from '../../components/graph/graph-view.js';
import type { DraftBase } from '../../components/kept-drafts.js';
import { EmptyState } from '../../components/states.js';
import { useToasts } from '../../components/toast.js';
import { type EditedDraft, useDraft } from '../../components/use-draft.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { useUndoKeys } from '../../components/use-undo-keys.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { AddStep } from './add-step.js';
import { ArazzoPane } from './arazzo-pane.js';
import { DetailsPane } from './details-pane.js';
import { draftKind, isText } from './draft-kind.js';
import { PublishDialog } from './publish-dialog.js';
import { objectsOf, wordOf } from './raw-document.js';
import { useTrial } from './use-trial.js';
import { useWorkflow, type WorkflowModel } from './use-workflow.js';
import { addStep, connect, removeStep } from './workflow-edits.js';
import { positionOf, workflowGraph } from './workflow-graph.js';
import { WorkflowHeader } from './workflow-header.js';

/** The editor. */
export function WorkflowEditor({ id, stored }: { id: string; stored: DraftBase<string> }) {
  const edited = useDraft({ kind: draftKind, id, isDraft: isText }, stored);
  const [search, setSearch] = useSearchState();
  const at = Number(textOf(search.workflow)) || 0;
  const model = useWorkflow(edited.draft, at);
  const parts = useGraphParts();
  const { view, isNarrow } = parts;
  const [dialog, setDialog] = useState<'add' | 'publish'>();
  const isModel = 'document' in model;
  useUndoKeys(edited);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <WorkflowHeader id={id} model={model} isPublished={edited.base.etag !== undefined} />
      <GraphToolbar
        parts={parts}
        edited={edited}
        status={summaryOf(model, edited)}
        choice={
          isModel && (
            <WorkflowChoice
              model={model}
              onChange={(next) => setSearch({ workflow: next === 0 ? undefined : String(next) })}
            />
          )
        }
      >
        <Button icon={Plus} disabled={!isModel} onClick={() => setDialog('add')}>
          Add step
        </Button>
        <ScopedButton
          scope="registry:write"
          tone="primary"
          icon={FileUp}
          disabled={model.parsed.value === undefined || (!edited.isChanged && edited.base.etag !== undefined)}
          onClick={() => setDialog('publish')}
        >
          Publish
        </ScopedButton>
      </GraphToolbar>
      {/* The text stays where it is while it cannot be read, with its focus and its history. */}
      <div className="flex min-h-0 flex-1">
        {(view === 'text' || !isModel) && <ArazzoPane edited={edited} model={model} />}
        {isModel && (
          <Parts model={model} edited={edited} view={view} isNarrow={isNarrow} onAdd={() => setDialog('add')} />
        )}
      </div>
      {dialog === 'add' && isModel && (
        <AddStep
          onClose={() => setDialog(undefined)}
          onAdd={(operation) => {
            const next = editYaml(edited.draft, addStep(model, operation));
            if (next !== undefined) edited.change(next);
          }}
        />
      )}
      {dialog === 'publish' && <PublishDialog id={id} edited={edited} onClose={() => setDialog(undefined)} />}
    </div>
  );
}

function summaryOf(model: ReturnType<typeof useWorkflow>, { isChanged, base }: EditedDraft<string>): string {
  const state = base.etag === undefined ? 'not published yet' : isChanged ? 'changes not published yet' : 'published';
  if (!('document' in model)) return `The text cannot be read, ${state}`;
  const { length } = model.steps;
  return `${length === 1 ? '1 step' : `${length} steps`}, ${state}`;
}

function WorkflowChoice({ model, onChange }: { model: WorkflowModel; onChange: (at: number) => void }) {
  const workflows = objectsOf(model.document, 'workflows');
  if (workflows.length < 2) return null;
  return (
    <select
      aria-label="Workflow"
      value={model.at}
      onChange={(event) => onChange(Number(event.target.value))}
      className="h-control max-w-48 rounded-md border border-line-strong bg-surface px-2"
    >
      {workflows.map(({ workflowId }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two workflows may have the same id while it is written
        <option key={at} value={at}>
          {wordOf(workflowId).slice(0, 60) || `workflow ${at + 1}`}
        </option>
      ))}
    </select>
  );
}

interface PartsProps {
  model: WorkflowModel;
  edited: EditedDraft<string>;
  view: GraphPart;
  isNarrow: boolean;
  onAdd: () => void;
}

function Parts({ model, edited, view, isNarrow, onAdd }: PartsProps) {
  const [selected, select] = useState<string>();
  const toasts = useToasts();
  const trial = useTrial(model);
  const apply = (edits: readonly YamlEdit[], place?: string) => {
    const next = edits.length === 0 ? undefined : editYaml(edited.draft, edits);
    if (next === undefined) toasts.show('This cannot be changed here. Change it in the YAML.', 'bad');
    else edited.change(next, place);
  };
  const graph = useMemo(() => {
    const last = trial.trial?.done.at(-1);
    const facts = model.facts.map((each, at) => {
      const results = trial.trial?.done.filter((step) => step.at === at) ?? [];
      const run =
        trial.trial?.next === at ? 'next' : results.length === 0 ? undefined : results.at(-1)?.good ? 'done' : 'failed';
      return run === undefined ? each : { ...each, run: run as 'next' | 'done' | 'failed' };
    });
    return { ...workflowGraph(model.workflow, facts), last };
  }, [model, trial.trial]);
  const remove = (node: string) => {
    const at = positionOf(node);
    if (at !== undefined) apply(removeStep(model, at));
  };
  const details = <DetailsPane model={model} selected={selected} onSelect={select} onEdit={apply} trial={trial} />;
  if (view === 'details') return <div className="min-h-0 min-w-0 flex-1 overflow-y-auto">{details}</div>;
  return (
    <>
      {view !== 'text' && (
        <section aria-label="Steps" className="min-w-0 flex-1">
          {model.steps.length === 0 ? (
            <EmptyState
              icon={Plus}
              title="No steps yet"
              actions={
                <Button tone="primary" icon={Plus} onClick={onAdd}>
                  Add the first step
                </Button>
              }
            >
              A step is a call of an operation. Search for one; what it needs becomes an input, what it returns an
              output.
            </EmptyState>
          ) : (
            <GraphView
              as={view}
              label="Steps of the workflow"
              nodes={graph.nodes}
              edges={graph.edges}
              selected={selected}
              onSelect={select}
              onConnect={(drawn) => apply(connect(model, drawn))}
              onRemove={remove}
            />
          )}
        </section>
      )}
      {!isNarrow && (
        <aside aria-label="Details" className="flex w-104 shrink-0 flex-col border-l border-line">
          {details}
        </aside>
      )}
    </>
  );
}
