/** A run step by step: inputs, what the next step would send, and what each step returned. */
import type { JsonValue } from '@dragoman/model';
import { ChevronRight, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { Badge, ImpactBadge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { TextAreaField } from '../../components/field.js';
import { JsonView } from '../../components/json-view.js';
import { RequestView } from '../../components/request-view.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { explainError } from '../../session/explain-error.js';
import { ScopedButton } from '../../session/scoped-button.js';
import { inputNames } from './raw-document.js';
import type { TrialStep } from './trial.js';
import type { TrialState } from './use-trial.js';
import type { WorkflowModel } from './use-workflow.js';

/** The panel. */
export function TrialPanel({ model, trial: state }: { model: WorkflowModel; trial: TrialState }) {
  const { trial, start, stop } = state;
  const [text, setText] = useState(() => exampleOf(model));
  const inputs = readJson(text);
  if (model.parsed.value === undefined)
    return <p className="p-4 text-muted">Fix the problems first; then you can run it.</p>;
  return (
    <div className="flex flex-col gap-4 p-4">
      <p className="text-sm text-muted">
        Each step is first shown as the gateway would send it. Nothing is sent to a service until you run the step.
      </p>
      <TextAreaField
        mono
        label="Inputs (JSON)"
        rows={4}
        value={text}
        error={inputs === undefined ? 'This is not JSON.' : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      <div className="flex gap-2">
        <Button
          tone={trial === undefined ? 'primary' : 'secondary'}
          icon={Play}
          disabled={inputs === undefined}
          onClick={() => void start(inputs ?? {})}
        >
          {trial === undefined ? 'Preview the first step' : 'Start again'}
        </Button>
        {trial !== undefined && (
          <Button tone="quiet" icon={Square} onClick={stop}>
            Stop
          </Button>
        )}
      </div>
      {trial !== undefined && (
        <ol aria-label="Run" className="flex flex-col gap-3">
          {trial.done.map((done, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a step may run several times; the list only grows
            <DoneStep key={at} step={done} />
          ))}
          {trial.next !== undefined && <NextStep model={model} trial={state} />}
        </ol>
      )}
      {trial?.result !== undefined && (
        <div>
          <p className="mb-1 font-medium">Outputs of the workflow</p>
          <JsonView value={trial.result} label="Outputs of the workflow" />
        </div>
      )}
      {trial?.failed === true && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
          The workflow failed at this step. Through the gateway, steps with a compensation would now be reverted; here
          nothing is.
        </p>
      )}
    </div>
  );
}

function NextStep({ model, trial: { trial, preview, isBusy, step } }: { model: WorkflowModel; trial: TrialState }) {
  return (
    <li className="flex flex-col gap-3 rounded-lg border border-accent p-3">
      <p className="flex items-center gap-2 font-medium">
        <ThirdPartyText
          text={model.parsed.value?.workflows[model.at]?.workflow.steps[trial?.next ?? -1]?.stepId ?? ''}
          limit={80}
        />
        {preview?.preview !== undefined && <ImpactBadge impact={preview.preview.impact} />}
      </p>
      {isBusy && preview === undefined && (
        <p role="status" className="text-sm text-muted">
          Asking the gateway…
        </p>
      )}
      {preview?.preview !== undefined && <RequestView preview={preview.preview} />}
      {preview?.error !== undefined && <Failed error={preview.error} />}
      <ScopedButton
        scope="agents:invoke"
        tone={preview?.preview?.confirmationRequired === true ? 'danger' : 'primary'}
        icon={ChevronRight}
        className="self-start"
        busy={isBusy}
        disabled={preview?.preview === undefined}
        onClick={() => void step()}
      >
        {preview?.preview?.confirmationRequired === true ? 'Run this irreversible step' : 'Run this step'}
      </ScopedButton>
    </li>
  );
}

function DoneStep({ step: { stepId, good, status, output, error, follows, ms } }: { step: TrialStep }) {
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line p-3">
      <p className="flex flex-wrap items-center gap-2">
        <ThirdPartyText text={stepId} limit={80} className="font-medium" />
        <Badge tone={good ? 'good' : 'bad'}>{good ? 'success' : 'failure'}</Badge>
        <span className="text-sm text-muted tabular-nums">
          {status}, {ms} ms, {follows}
        </span>
      </p>
      {error !== undefined ? (
        <Failed error={error} />
      ) : (
        <JsonView value={output ?? null} label={`Response of ${stepId.slice(0, 60)}`} />
      )}
    </li>
  );
}

function Failed({ error }: { error: unknown }) {
  const text = error instanceof Error && error.name === 'Error' ? error.message : explainError(error).detail;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
      <ThirdPartyText text={text} limit={600} />
    </p>
  );
}

function exampleOf({ workflow }: WorkflowModel): string {
  return JSON.stringify(Object.fromEntries(inputNames(workflow).map((name) => [name, ''])), null, 2);
}

function readJson(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
