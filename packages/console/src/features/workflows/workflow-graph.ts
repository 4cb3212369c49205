/** An Arazzo workflow as a graph: inputs, steps in order, outputs; data as edges between ports, branches as edges between steps. */
import { listExpressions, parseExpression } from '@dragoman/core/descriptions';
import type { JsonObject, JsonValue } from '@dragoman/model';
import type { GraphEdge, GraphNode, GraphPort } from '../../components/graph/graph.js';
import { inputNames, objectOf, objectsOf, type StepTarget, wordOf } from './raw-document.js';
import { stepValues } from './step-values.js';

/** Node of the workflow's inputs. */
export const inputsNode = '$inputs';
/** Node of the workflow's outputs. */
export const outputsNode = '$outputs';

/** Ports of a node that are drawn; a step may have more. */
const mostPorts = 12;

/** What is known about a step besides the document. */
export interface StepFacts {
  target: StepTarget;
  /** Input schema of the operation; undefined until it was read. */
  schema?: JsonValue;
  impact?: string;
  /** Number of problems. */
  problems: number;
  /** Result in the current run. */
  run?: 'done' | 'failed' | 'next';
}

/** The node id of the step at a position. */
export function stepNode(at: number): string {
  return `step ${at}`;
}

/** The position of a step's node; undefined for other nodes. */
export function positionOf(node: string | undefined): number | undefined {
  const [, at] = /^step (\d+)$/.exec(node ?? '') ?? [];
  return at === undefined ? undefined : Number(at);
}

/** The graph of a workflow. */
export function workflowGraph(
  workflow: JsonObject,
  facts: readonly StepFacts[],
): { nodes: GraphNode[]; edges: GraphEdge[] } {
  const steps = objectsOf(workflow, 'steps');
  const nodeOf = new Map(steps.map(({ stepId }, at) => [wordOf(stepId), stepNode(at)]));
  const outputs = objectOf(workflow, 'outputs');
  return {
    nodes: [
      {
        id: inputsNode,
        title: 'Inputs',
        subtitle: 'what the caller gives',
        outputs: ports(inputNames(workflow)),
        isFixed: true,
      },
      ...steps.map((step, at) => toNode(step, at, facts[at])),
      {
        id: outputsNode,
        title: 'Outputs',
        subtitle: 'what the caller gets',
        inputs: ports(Object.keys(outputs)),
        isFixed: true,
      },
    ],
    edges: [
      ...flowEdges(steps, nodeOf),
      ...steps.flatMap((step, at) =>
        stepValues(step, undefined).flatMap(({ name, value }) =>
          dataEdges(value, { to: stepNode(at), toPort: name }, nodeOf),
        ),
      ),
      ...Object.entries(outputs).flatMap(([name, value]) =>
        dataEdges(value, { to: outputsNode, toPort: name }, nodeOf),
      ),
    ],
  };
}

function ports(names: readonly string[]): GraphPort[] {
  return names.slice(0, mostPorts).map((name) => ({ id: name, label: name }));
}

const runTones = { done: 'good', failed: 'bad', next: 'accent' } as const;

function toNode(step: JsonObject, at: number, facts: StepFacts | undefined): GraphNode {
  const { target, schema, impact, problems = 0, run } = facts ?? {};
  const values = stepValues(step, schema).filter(({ value, required }) => value !== undefined || required);
  const tone = run === undefined ? (problems > 0 ? 'bad' : undefined) : runTones[run];
  const retries = objectsOf(step, 'onFailure').some(({ type }) => type === 'retry');
  return {
    id: stepNode(at),
    title: wordOf(step.stepId) || `step ${at + 1}`,
    subtitle:
      target?.agent === undefined ? `workflow ${target?.operation ?? ''}` : `${target.operation} of ${target.agent}`,
    badges: [
      ...(impact === undefined
        ? []
        : [{ text: impact, tone: impact === 'irreversible' ? ('bad' as const) : ('neutral' as const) }]),
      ...(retries ? [{ text: 'retries', tone: 'warn' as const }] : []),
      ...(problems === 0
        ? []
        : [{ text: problems === 1 ? '1 problem' : `${problems} problems`, tone: 'bad' as const }]),
      ...(run === undefined ? [] : [{ text: run, tone: runTones[run] }]),
    ],
    inputs: values.slice(0, mostPorts).map(({ name, value }) => ({
      id: name,
      label: name,
      ...(value === undefined
        ? { tone: 'bad' as const, detail: 'required, and not set' }
        : { detail: JSON.stringify(value).slice(0, 120) }),
    })),
    outputs: ports(Object.keys(objectOf(step, 'outputs'))),
    ...(tone === undefined ? {} : { tone }),
  };
}

/** The order of the steps, and the actions that change it. */
function flowEdges(steps: readonly JsonObject[], nodeOf: ReadonlyMap<string, string>): GraphEdge[] {
  const [first] = steps;
  const start = first === undefined ? outputsNode : stepNode(0);
  const edges: GraphEdge[] = [{ id: 'start', from: inputsNode, to: start, kind: 'flow' }];
  for (const [at, step] of steps.entries()) {
    const from = stepNode(at);
    const next = at + 1 < steps.length ? stepNode(at + 1) : outputsNode;
    const onSuccess = objectsOf(step, 'onSuccess');
    const leavesAlways = onSuccess.some((action) => objectsOf(action, 'criteria').length === 0);
    if (!leavesAlways) edges.push({ id: `next ${at}`, from, to: next, kind: 'flow' });
    const actions = [
      ...onSuccess.map((action) => ({ action, kind: 'success' as const })),
      ...objectsOf(step, 'onFailure').map((action) => ({ action, kind: 'failure' as const })),
    ];
    for (const [index, { action, kind }] of actions.entries()) {
      const to = action.type === 'goto' ? nodeOf.get(wordOf(action.stepId)) : outputsNode;
      const isEnd = action.type === 'end' && kind === 'success';
      if (to === undefined || (action.type !== 'goto' && !isEnd)) continue;
      edges.push({ id: `${kind} ${at} ${index}`, from, to, kind, label: wordOf(action.name) });
    }
  }
  return edges;
}

/** One edge for each expression in a value that refers to an input or to a step. */
function dataEdges(
  value: JsonValue | undefined,
  { to, toPort }: { to: string; toPort: string },
  nodeOf: ReadonlyMap<string, string>,
): GraphEdge[] {
  return listExpressions(value ?? null).flatMap(({ text }, index) => {
    const expression = parseExpression(text);
    const source =
      expression?.from === 'inputs'
        ? { from: inputsNode, fromPort: expression.path[0] }
        : expression?.from === 'steps'
          ? { from: nodeOf.get(expression.step), fromPort: expression.name }
          : undefined;
    if (source?.from === undefined || source.fromPort === undefined) return [];
    return [
      {
        id: `${to} ${toPort} ${index} ${text}`,
        from: source.from,
        fromPort: source.fromPort,
        to,
        toPort,
        kind: 'data' as const,
      },
    ];
  });
}
