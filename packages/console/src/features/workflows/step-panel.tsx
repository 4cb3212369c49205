/** One step: what it calls, where its inputs come from, when it succeeded, what follows, and its outputs. */
import type { JsonObject } from '@dragoman/model';
import { Link } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { ImpactBadge } from '../../components/badge.js';
import { IconButton } from '../../components/button.js';
import { TextAreaField } from '../../components/field.js';
import { NameField } from '../../components/name-field.js';
import type { OnEdit } from '../../components/on-edit.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { operationTarget } from '../links.js';
import { ActionsSection } from './actions-section.js';
import { CriteriaSection } from './criteria-section.js';
import { InputsSection } from './inputs-section.js';
import { OutputsSection } from './outputs-section.js';
import { wordOf } from './raw-document.js';
import type { WorkflowModel } from './use-workflow.js';
import { removeStep, renameStep, setMember, stepPath } from './workflow-edits.js';
import { stepNode } from './workflow-graph.js';

/** Props of the panel. */
export interface StepPanelProps {
  model: WorkflowModel;
  at: number;
  step: JsonObject;
  onEdit: OnEdit;
  onSelect: (node: string | undefined) => void;
}

/** The panel. */
export function StepPanel({ model, at, step, onEdit, onSelect }: StepPanelProps) {
  const path = stepPath(model, at);
  const found = model.operations[at];
  return (
    <div className="flex flex-col gap-5 p-4">
      <StepHead model={model} at={at} onEdit={onEdit} onSelect={onSelect} />
      <NameField
        label="Name of the step"
        value={wordOf(step.stepId)}
        taken={model.steps.filter((_, other) => other !== at).map(({ stepId }) => wordOf(stepId))}
        onRename={(to) => onEdit(renameStep(model, at, to))}
      />
      <TextAreaField
        label="Description"
        rows={2}
        value={wordOf(step.description)}
        onChange={(event) =>
          onEdit(setMember([...path, 'description'], event.target.value || undefined), `description ${at}`)
        }
      />
      <InputsSection model={model} at={at} step={step} onEdit={onEdit} />
      <CriteriaSection
        title="Succeeds when"
        empty="Without conditions, a status from 200 to 299 is success."
        path={[...path, 'successCriteria']}
        holder={step}
        member="successCriteria"
        onEdit={onEdit}
      />
      <ActionsSection kind="onSuccess" model={model} path={path} step={step} onEdit={onEdit} />
      <ActionsSection kind="onFailure" model={model} path={path} step={step} onEdit={onEdit} />
      <OutputsSection
        title="Outputs"
        path={[...path, 'outputs']}
        holder={step}
        suggestions={typeof found === 'object' ? bodyMembers(found.output_schema) : []}
        onEdit={onEdit}
      />
    </div>
  );
}

function StepHead({ model, at, onEdit, onSelect }: Omit<StepPanelProps, 'step'>) {
  const path = stepPath(model, at);
  const { agent, operation } = model.targets[at] ?? { operation: '' };
  const found = model.operations[at];
  const move = (by: number) => {
    onEdit([{ move: path, to: at + by }]);
    onSelect(stepNode(at + by));
  };
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-2">
          {agent === undefined ? (
            <ThirdPartyText text={`workflow ${operation}`} limit={120} className="font-mono text-sm" />
          ) : (
            <Link
              {...(operationTarget(agent, operation) as { to: string })}
              className="min-w-0 text-accent hover:underline"
            >
              <ThirdPartyText text={`${operation} of ${agent}`} limit={120} className="font-mono text-sm" />
            </Link>
          )}
          {typeof found === 'object' && <ImpactBadge impact={found.impact ?? 'unknown'} />}
        </p>
        {typeof found === 'object' && (
          <p className="line-clamp-3 text-sm text-muted">
            <ThirdPartyText plain text={found.summary} limit={300} />
          </p>
        )}
        {found === 'missing' && (
          <p className="text-sm text-bad">The catalogue has no such operation, or you may not see it.</p>
        )}
      </div>
      <IconButton icon={ArrowUp} label="Move the step up" disabled={at === 0} onClick={() => move(-1)} />
      <IconButton
        icon={ArrowDown}
        label="Move the step down"
        disabled={at === model.steps.length - 1}
        onClick={() => move(1)}
      />
      <IconButton
        icon={Trash2}
        label="Remove the step"
        onClick={() => {
          onEdit(removeStep(model, at));
          onSelect(undefined);
        }}
      />
    </div>
  );
}

/** Expressions for the members of a response. */
function bodyMembers(schema: unknown): string[] {
  const properties = (schema as { properties?: object } | null)?.properties;
  return [
    '$response.body',
    ...Object.keys(properties ?? {})
      .slice(0, 50)
      .map((name) => `$response.body#/${name}`),
  ];
}
