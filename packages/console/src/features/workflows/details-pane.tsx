/** What is beside the graph: the selected step or the whole, the problems, and the run. */
import type { OnEdit } from '../../components/on-edit.js';
import { ProblemList } from '../../components/problem-list.js';
import { Tabs } from '../../components/tabs.js';
import { textOf, useSearchState } from '../../components/use-search-state.js';
import { InterfacePanel } from './interface-panel.js';
import { StepPanel } from './step-panel.js';
import { TrialPanel } from './trial-panel.js';
import type { TrialState } from './use-trial.js';
import type { WorkflowModel } from './use-workflow.js';
import { positionOf, stepNode } from './workflow-graph.js';

/** Props of the pane. */
export interface DetailsPaneProps {
  model: WorkflowModel;
  selected: string | undefined;
  onSelect: (node: string | undefined) => void;
  onEdit: OnEdit;
  trial: TrialState;
}

/** The pane. */
export function DetailsPane({ model, selected, onSelect, onEdit, trial }: DetailsPaneProps) {
  const [search, setSearch] = useSearchState();
  const at = positionOf(selected);
  const step = at === undefined ? undefined : model.steps[at];
  const { length } = model.findings;
  const scrolled = (content: React.ReactNode) => <div className="h-full overflow-y-auto">{content}</div>;
  const tabs = [
    {
      id: 'step',
      label: step === undefined ? 'Workflow' : 'Step',
      content: scrolled(
        step === undefined || at === undefined ? (
          <InterfacePanel model={model} onEdit={onEdit} />
        ) : (
          <StepPanel key={at} model={model} at={at} step={step} onEdit={onEdit} onSelect={onSelect} />
        ),
      ),
    },
    {
      id: 'problems',
      label: 'Problems',
      ...(length === 0 ? {} : { count: length }),
      content: scrolled(<Problems model={model} onSelect={onSelect} />),
    },
    { id: 'run', label: 'Run', content: scrolled(<TrialPanel model={model} trial={trial} />) },
  ];
  const tab = tabs.some(({ id }) => id === search.pane) ? textOf(search.pane) : 'step';
  return (
    <Tabs
      fill
      label="Details"
      tabs={tabs}
      value={tab}
      onChange={(next) => setSearch({ pane: next === 'step' ? undefined : next })}
    />
  );
}

function Problems({ model, onSelect }: Pick<DetailsPaneProps, 'model' | 'onSelect'>) {
  return (
    <ProblemList
      none="The workflow can be run and published."
      problems={model.findings.map(({ location: { pointer, start }, ...finding }) => {
        const [, step] = new RegExp(`^/workflows/${model.at}/steps/(\\d+)`).exec(pointer) ?? [];
        return {
          ...finding,
          pointer,
          ...(start === undefined ? {} : { line: start.line }),
          ...(step === undefined
            ? {}
            : { place: `step ${Number(step) + 1}`, onOpen: () => onSelect(stepNode(Number(step))) }),
        };
      })}
    />
  );
}
