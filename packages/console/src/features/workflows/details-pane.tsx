/** What is beside the graph: the selected step or the whole, the problems, and the run. */
import { DetailsTabs } from '../../components/details-tabs.js';
import type { OnEdit } from '../../components/on-edit.js';
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
  const at = positionOf(selected);
  const step = at === undefined ? undefined : model.steps[at];
  const isWhole = step === undefined || at === undefined;
  return (
    <DetailsTabs
      main={{
        label: isWhole ? 'Workflow' : 'Step',
        content: isWhole ? (
          <InterfacePanel model={model} onEdit={onEdit} />
        ) : (
          <StepPanel key={at} model={model} at={at} step={step} onEdit={onEdit} onSelect={onSelect} />
        ),
      }}
      problems={{
        none: 'The workflow can be run and published.',
        problems: model.findings.map(({ location: { pointer, start }, ...finding }) => {
          const [, place] = new RegExp(`^/workflows/${model.at}/steps/(\\d+)`).exec(pointer) ?? [];
          return {
            ...finding,
            pointer,
            ...(start === undefined ? {} : { line: start.line }),
            ...(place === undefined
              ? {}
              : { place: `step ${Number(place) + 1}`, onOpen: () => onSelect(stepNode(Number(place))) }),
          };
        }),
      }}
      more={[{ id: 'run', label: 'Run', content: <TrialPanel model={model} trial={trial} /> }]}
    />
  );
}
