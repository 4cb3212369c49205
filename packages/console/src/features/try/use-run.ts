/** Previews and runs of one operation through the gateway, with its confirmation, and the history on the server. */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { CallAnswer, CallPreview, DragomanError, OperationView, SavedRequest } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useClient, useHasScope } from '../../session/console-context.js';
import { createCollector, type LiveParts, noParts } from './live-parts.js';

/** One run. */
export interface Run {
  startedAt: number;
  ms: number;
  input: JsonValue;
  answer?: CallAnswer;
  error?: unknown;
  /** Parts of a streamed response. */
  parts: LiveParts;
  /** True when the person canceled it. */
  isCanceled: boolean;
}

/** What is under way. */
export type Activity = 'idle' | 'previewing' | 'running';

/** The state of the page's calls. */
export interface RunState {
  activity: Activity;
  preview: { input: JsonValue; preview?: CallPreview; error?: unknown } | undefined;
  run: Run | undefined;
  /** What has arrived of the call that is running. */
  live: LiveParts;
  /** A preview that waits for the person's confirmation. */
  waiting: { input: JsonValue; preview: CallPreview } | undefined;
}

/** The calls. */
export interface Runs extends RunState {
  /** Asks the gateway what would be sent; nothing is. */
  showPreview: (input: JsonValue) => Promise<void>;
  /** Runs the call; an irreversible one waits for confirmation first. */
  start: (input: JsonValue) => Promise<void>;
  confirm: () => Promise<void>;
  cancel: () => void;
}

const idle: RunState = { activity: 'idle', preview: undefined, run: undefined, live: noParts, waiting: undefined };

/** Creates the calls of one operation. */
export function useRuns(operation: OperationView): Runs {
  const client = useClient();
  const queries = useQueryClient();
  const maySave = useHasScope('registry:read');
  const [state, setState] = useState<RunState>(idle);
  const current = useRef<AbortController>(undefined);
  const { agent_id: agent, operation: name } = operation;
  const set = (change: Partial<RunState>) => setState((before) => ({ ...before, ...change }));
  const begin = (activity: Activity) => {
    current.current?.abort();
    const controller = new AbortController();
    current.current = controller;
    set({ activity, waiting: undefined, live: noParts });
    return controller.signal;
  };
  const previewCall = async (input: JsonValue) => {
    const signal = begin('previewing');
    try {
      const preview = await client.agents.invoke(agent, input, { operation: name, dryRun: true, signal });
      set({ activity: 'idle', preview: { input, preview } });
      return preview;
    } catch (error) {
      if (!signal.aborted) set({ activity: 'idle', preview: { input, error } });
      return undefined;
    }
  };
  const askFirst = async (input: JsonValue) => {
    const preview = await previewCall(input);
    if (preview !== undefined) set({ waiting: { input, preview } });
  };
  const execute = async (input: JsonValue, token?: string) => {
    const signal = begin('running');
    const startedAt = Date.now();
    const collector = createCollector((live) => {
      if (!signal.aborted) set({ live });
    });
    const confirmed = token === undefined ? {} : { confirm: token };
    const options = { operation: name, signal, onEvent: collector.add, ...confirmed };
    const end = (result: Pick<Run, 'answer' | 'error'>): Run => ({
      startedAt,
      ms: Date.now() - startedAt,
      input,
      parts: collector.end(),
      isCanceled: signal.aborted,
      ...result,
    });
    let run: Run;
    try {
      run = end({ answer: await client.agents.invoke(agent, input, options) });
    } catch (error) {
      if (needsConfirmation(error) && token === undefined) return askFirst(input);
      run = end({ error });
    }
    // A newer run has its own state.
    if (current.current?.signal === signal) set({ activity: 'idle', run });
    // The history is a convenience: a run counts even where it cannot be saved.
    if (!maySave) return;
    await client.saved.create(savedRun(agent, name, run)).catch(() => undefined);
    await queries.invalidateQueries({ queryKey: ['saved', 'call', agent, name] });
  };
  return {
    ...state,
    showPreview: async (input) => void (await previewCall(input)),
    start: (input) => (operation.impact === 'irreversible' ? askFirst(input) : execute(input)),
    confirm: async () => {
      const { waiting } = state;
      if (waiting !== undefined) await execute(waiting.input, waiting.preview.confirmation?.token);
    },
    cancel: () => {
      current.current?.abort();
      set({ activity: 'idle', waiting: undefined });
    },
  };
}

function needsConfirmation(error: unknown): error is DragomanError {
  return isDragomanError(error) && error.code === 'CONFIRMATION_REQUIRED';
}

/** The run for the history. */
export function savedRun(agent: string, operation: string, { input, answer, error, ms }: Run): SavedRequest {
  const failure = isDragomanError(error) ? error : undefined;
  const trace = answer?.traceId ?? failure?.traceId;
  return {
    kind: 'call',
    agent,
    operation,
    ...(isJsonObject(input) ? { arguments: input as JsonObject } : {}),
    ...(answer?.output === undefined ? {} : { result: answer.output }),
    outcome: outcomeOf(answer, failure),
    ...(failure === undefined ? {} : { code: failure.code }),
    ms,
    ...(trace === undefined ? {} : { trace }),
  };
}

/** The outcome in the words of the audit log. */
export function outcomeOf(answer: CallAnswer | undefined, failure: DragomanError | undefined) {
  if (answer !== undefined) return 'done';
  if (failure?.outcomeUnknown === true) return 'unknown';
  return failure?.fromAgent === true || failure?.status === undefined || failure.status >= 500 ? 'failed' : 'refused';
}
