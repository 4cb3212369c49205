/** A draft as a model: parsed text, findings, the operations of its steps, and the graph. */
import { checkCallInputs, parseArazzo, type WorkflowCall } from '@dragoman/core/descriptions';
import type { Diagnostic, JsonObject } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { OperationView } from '@dragoman/sdk';
import { isDragomanError } from '@dragoman/sdk';
import { useQueries } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import { useClient } from '../../session/console-context.js';
import { objectsOf, type StepTarget, sourcesOf, targetOf } from './raw-document.js';
import type { EditedWorkflow } from './workflow-edits.js';
import type { StepFacts } from './workflow-graph.js';

/** What is known of an operation that a step calls. */
export type FoundOperation = OperationView | 'loading' | 'missing' | undefined;

/** The model of a draft. */
export interface WorkflowModel extends EditedWorkflow {
  parsed: ReturnType<typeof parseArazzo>;
  workflow: JsonObject;
  steps: readonly JsonObject[];
  targets: readonly StepTarget[];
  /** The operation of each step. */
  operations: readonly FoundOperation[];
  /** Findings in the document and in what its steps call. */
  findings: readonly Diagnostic[];
  facts: readonly StepFacts[];
}

/** The model of a text; undefined while the text is not a document. */
export function useWorkflow(text: string, at: number): WorkflowModel | { parsed: WorkflowModel['parsed'] } {
  const settled = useDeferredValue(text);
  const parsed = useMemo(() => parseArazzo(settled, { ownOrigins: [location.origin] }), [settled]);
  const document = isJsonObject(parsed.document) ? parsed.document : undefined;
  const workflow = objectsOf(document, 'workflows')[at];
  const steps = useMemo(() => objectsOf(workflow, 'steps'), [workflow]);
  const targets = useMemo(() => {
    const sources = sourcesOf(document);
    return steps.map((step) => targetOf(step, sources));
  }, [document, steps]);
  const operations = useOperations(targets);
  const known = operations
    .map((each) => (typeof each === 'object' ? `${each.operation_id} ${each.version}` : each))
    .join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the operations are as new as their ids
  const model = useMemo(() => {
    if (document === undefined || workflow === undefined) return { parsed };
    const findings = [...parsed.diagnostics, ...findTargets(parsed, { at, targets, operations })];
    const facts = steps.map((_, step): StepFacts => {
      const found = operations[step];
      const target = targets[step] ?? { operation: '' };
      const problems = findings.filter(
        ({ severity, location }) => severity === 'error' && isOfStep(location.pointer, at, step),
      );
      const view = typeof found === 'object' ? { schema: found.input_schema, impact: found.impact ?? 'unknown' } : {};
      return { target, ...view, problems: problems.length };
    });
    return { parsed, document, at, workflow, steps, targets, operations, findings, facts };
  }, [parsed, at, steps, targets, known]);
  return model;
}

/** True when a pointer leads into a step. */
export function isOfStep(pointer: string, at: number, step: number): boolean {
  return `${pointer}/`.startsWith(`/workflows/${at}/steps/${step}/`);
}

function useOperations(targets: readonly StepTarget[]): FoundOperation[] {
  const client = useClient();
  const answers = useQueries({
    queries: targets.map(({ agent = '', operation }) => ({
      queryKey: ['operations', agent, operation],
      enabled: agent !== '' && operation !== '',
      staleTime: 60_000,
      retry: false,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        client.agents.readOperation(agent, operation, { signal, as: ['mcp'] }),
    })),
  });
  return answers.map(({ data, error, isFetching }) => {
    if (data !== undefined) return data;
    if (isDragomanError(error) && error.status === 404) return 'missing';
    return isFetching ? 'loading' : undefined;
  });
}

interface Targets {
  at: number;
  targets: readonly StepTarget[];
  operations: readonly FoundOperation[];
}

function findTargets({ value, locate }: WorkflowModel['parsed'], { at, targets, operations }: Targets): Diagnostic[] {
  const calls: (WorkflowCall | undefined)[] = value?.workflows[at]?.workflow.steps.map(({ call }) => call) ?? [];
  return targets.flatMap(({ agent, operation }, step) => {
    const pointer = `/workflows/${at}/steps/${step}`;
    const found = operations[step];
    const call = calls[step];
    const faults =
      found === 'missing'
        ? [missing(`the catalogue has no operation "${operation}" of "${agent ?? ''}"`, pointer)]
        : typeof found === 'object' && call !== undefined
          ? checkCallInputs(call, found.input_schema, pointer)
          : [];
    const start = locate?.(pointer);
    return faults.map((fault) => (start === undefined ? fault : { ...fault, location: { ...fault.location, start } }));
  });
}

function missing(message: string, pointer: string): Diagnostic {
  const help = 'Remove the step, or add one for another operation.';
  return { code: 'sculpt/no-operation', severity: 'error', message, help, location: { pointer } };
}
