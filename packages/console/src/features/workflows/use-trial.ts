/** Runs a workflow step by step: a preview of each call by the gateway, then the real call when a person asks for it. */
import type { JsonValue } from '@dragoman/model';
import type { CallPreview } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useRef, useState } from 'react';
import { useClient } from '../../session/console-context.js';
import { nextInput, startTrial, type Trial, takeAnswer } from './trial.js';
import type { WorkflowModel } from './use-workflow.js';

/** What the next step would send. */
export interface StepPreview {
  input: JsonValue;
  preview?: CallPreview;
  error?: unknown;
}

/** A run with its calls. */
export interface TrialState {
  trial: Trial | undefined;
  preview: StepPreview | undefined;
  isBusy: boolean;
  /** Begins a run and previews its first step. */
  start: (inputs: JsonValue) => Promise<void>;
  /** Makes the call of the next step. */
  step: () => Promise<void>;
  stop: () => void;
}

/** The run of the workflow as it is now; a change of the document does not change a run that has begun. */
export function useTrial({ parsed, at }: Pick<WorkflowModel, 'parsed' | 'at'>): TrialState {
  const client = useClient();
  const [trial, setTrial] = useState<Trial>();
  const [preview, setPreview] = useState<StepPreview>();
  const [isBusy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  const [workflow, setWorkflow] = useState(parsed.value?.workflows[at]?.workflow);
  const show = async (of: NonNullable<typeof workflow>, now: Trial) => {
    setTrial(now);
    setPreview(undefined);
    const call = of.steps[now.next ?? -1]?.call;
    if (call === undefined) return;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    try {
      const input = nextInput(of, now);
      if (call.agent === undefined) {
        const message = 'This step calls another workflow of the document. Publish the document and run it as a whole.';
        setPreview({ input, error: new Error(message) });
        return;
      }
      const options = { operation: call.operation, dryRun: true, signal: controller.signal } as const;
      const found = await client.agents.invoke(call.agent, input, options).then(
        (each): Pick<StepPreview, 'preview'> => ({ preview: each }),
        (error: unknown): Pick<StepPreview, 'error'> => ({ error }),
      );
      if (!controller.signal.aborted) setPreview({ input, ...found });
    } catch (error) {
      setPreview({ input: {}, error });
    } finally {
      setBusy(false);
    }
  };
  return {
    trial,
    preview,
    isBusy,
    async start(inputs) {
      const current = parsed.value?.workflows[at]?.workflow;
      if (current === undefined) return;
      setWorkflow(current);
      await show(current, startTrial(current, inputs));
    },
    async step() {
      const call = workflow?.steps[trial?.next ?? -1]?.call;
      if (workflow === undefined || trial === undefined || preview === undefined || call?.agent === undefined) return;
      setBusy(true);
      const started = Date.now();
      const { input } = preview;
      const token = preview.preview?.confirmation?.token;
      const options = { operation: call.operation, ...(token === undefined ? {} : { confirm: token }) };
      const answer = await client.agents.invoke(call.agent, input, options).then(
        ({ status, output }) => ({ status, ...(output === undefined ? {} : { output }) }),
        (error: unknown) => ({ status: (isDragomanError(error) ? error.status : undefined) ?? 500, error }),
      );
      await show(workflow, takeAnswer(workflow, trial, { input, ...answer, ms: Date.now() - started }));
    },
    stop() {
      running.current?.abort();
      setTrial(undefined);
      setPreview(undefined);
      setBusy(false);
    },
  };
}
