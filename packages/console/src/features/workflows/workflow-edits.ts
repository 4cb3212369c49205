/** Changes of a workflow as edits of its text, so that comments and the order of everything else are kept. */
import { type ScaffoldOperation, scaffoldArazzo } from '@dragoman/core/descriptions';
import type { YamlEdit, YamlPath } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Connection } from '../../components/graph/graph.js';
import { inputNames, objectOf, objectsOf, sourcesOf, wordOf } from './raw-document.js';
import { stepValues } from './step-values.js';
import { inputsNode, outputsNode, positionOf } from './workflow-graph.js';

/** The workflow that is edited. */
export interface EditedWorkflow {
  document: JsonObject;
  /** Position of the workflow in the document. */
  at: number;
}

const workflowOf = ({ document, at }: EditedWorkflow) => objectsOf(document, 'workflows')[at] ?? {};

/** The path of a step. */
export function stepPath({ at }: Pick<EditedWorkflow, 'at'>, step: number): YamlPath {
  return ['workflows', at, 'steps', step];
}

/** Adds a step at the end: its required inputs come from outputs or inputs of the same name, or become inputs. */
export function addStep(edited: EditedWorkflow, operation: ScaffoldOperation): YamlEdit[] {
  const { document, at } = edited;
  const workflow = workflowOf(edited);
  const steps = objectsOf(workflow, 'steps');
  const drafted = scaffoldArazzo([operation], { title: 'draft', workflowId: 'draft' });
  const [draft = {}] = objectsOf(drafted, 'workflows');
  const [step = {}] = objectsOf(draft, 'steps');
  const source = [...sourcesOf(document)].find(([, agent]) => agent === operation.agent)?.[0];
  const [described = {}] = objectsOf(drafted, 'sourceDescriptions');
  const name = source ?? freeName(wordOf(described.name), [...sourcesOf(document).keys()]);
  const parameters = objectsOf(step, 'parameters').map((parameter) => {
    const earlier = steps.findLast((each) => objectOf(each, 'outputs')[wordOf(parameter.name)] !== undefined);
    return earlier === undefined
      ? parameter
      : { ...parameter, value: `$steps.${wordOf(earlier.stepId)}.outputs.${wordOf(parameter.name)}` };
  });
  const wanted = parameters
    .filter(({ value }) => wordOf(value).startsWith('$inputs.'))
    .map((each) => wordOf(each.name));
  const given = new Set(inputNames(workflow));
  const fresh = wanted.filter((each) => !given.has(each));
  const properties = objectOf(objectOf(draft, 'inputs'), 'properties');
  const stepId = freeName(
    wordOf(step.stepId),
    steps.map((each) => wordOf(each.stepId)),
  );
  const placed = {
    ...step,
    stepId,
    operationId: `$sourceDescriptions.${name}.${operation.operation}`,
    ...(parameters.length === 0 ? {} : { parameters }),
  };
  const inputs: YamlPath = ['workflows', at, 'inputs'];
  return [
    ...(source === undefined
      ? [{ insert: ['sourceDescriptions', sourcesOf(document).size] as const, value: { ...described, name } }]
      : []),
    ...(fresh.length > 0 && workflow.inputs === undefined ? [{ set: inputs, to: { type: 'object' } }] : []),
    ...fresh.flatMap((each): YamlEdit[] => [
      { set: [...inputs, 'properties', each], to: properties[each] ?? {} },
      { insert: [...inputs, 'required', 1000], value: each },
    ]),
    { insert: ['workflows', at, 'steps', steps.length], value: placed },
  ];
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let count = 2; taken.includes(name); count += 1) name = `${wanted}_${count}`;
  return name;
}

/** Removes a step; expressions that refer to it stay and are reported as problems. */
export function removeStep({ at }: EditedWorkflow, step: number): YamlEdit[] {
  return [{ remove: stepPath({ at }, step) }];
}

/** Renames a step, and everything that refers to it. */
export function renameStep(edited: EditedWorkflow, step: number, to: string): YamlEdit[] {
  const workflow = workflowOf(edited);
  const from = wordOf(objectsOf(workflow, 'steps')[step]?.stepId);
  const edits: YamlEdit[] = [];
  const visit = (value: JsonValue, path: YamlPath) => {
    if (typeof value === 'string') {
      const isTarget = path.at(-1) === 'stepId' && value === from;
      const next = isTarget ? to : value.replaceAll(`$steps.${from}.`, `$steps.${to}.`);
      if (next !== value) edits.push({ set: path, to: next });
    } else if (Array.isArray(value)) for (const [at, item] of value.entries()) visit(item, [...path, at]);
    else if (isJsonObject(value)) for (const [key, item] of Object.entries(value)) visit(item, [...path, key]);
  };
  visit(workflow, ['workflows', edited.at]);
  return from === '' ? [{ set: [...stepPath(edited, step), 'stepId'], to }] : edits;
}

/** Sets an input of a step; undefined removes it. Inputs of the body that the step does not set yet become parameters. */
export function setInput(edited: EditedWorkflow, step: number, name: string, value: JsonValue | undefined): YamlEdit[] {
  const path = stepPath(edited, step);
  const current = objectsOf(workflowOf(edited), 'steps')[step] ?? {};
  const found = stepValues(current, undefined).find((each) => each.name === name);
  if (found?.path !== undefined) {
    if (value !== undefined) return [{ set: [...path, ...found.path], to: value }];
    const isItem = found.path.at(-1) === 'value';
    return [{ remove: [...path, ...(isItem ? found.path.slice(0, -1) : found.path)] }];
  }
  return value === undefined ? [] : [{ insert: [...path, 'parameters', 1000], value: { name, value } }];
}

/** Sets or removes a member anywhere in the workflow. */
export function setMember(path: YamlPath, value: JsonValue | undefined): YamlEdit[] {
  return [value === undefined ? { remove: path } : { set: path, to: value }];
}

/** The edits for an edge that a person drew; none when it means nothing. */
export function connect(edited: EditedWorkflow, { from, fromPort, to, toPort }: Connection): YamlEdit[] {
  const steps = objectsOf(workflowOf(edited), 'steps');
  const [start, end] = [positionOf(from), positionOf(to)];
  if (fromPort === undefined)
    return start === undefined || end === undefined ? [] : goTo(edited, start, wordOf(steps[end]?.stepId));
  const value =
    from === inputsNode ? `$inputs.${fromPort}` : `$steps.${wordOf(steps[start ?? -1]?.stepId)}.outputs.${fromPort}`;
  if (to === outputsNode) return [{ set: ['workflows', edited.at, 'outputs', toPort ?? fromPort], to: value }];
  return end === undefined ? [] : setInput(edited, end, toPort ?? fromPort, value);
}

/** A branch to another step after a success. */
function goTo(edited: EditedWorkflow, step: number, stepId: string): YamlEdit[] {
  return [
    { insert: [...stepPath(edited, step), 'onSuccess', 1000], value: { name: `to_${stepId}`, type: 'goto', stepId } },
  ];
}

/** Everything that a value may come from: inputs of the workflow, and outputs of the steps before. */
export function listSources(edited: EditedWorkflow, before: number): string[] {
  const workflow = workflowOf(edited);
  return [
    ...inputNames(workflow).map((name) => `$inputs.${name}`),
    ...objectsOf(workflow, 'steps')
      .slice(0, before)
      .flatMap((step) =>
        Object.keys(objectOf(step, 'outputs')).map((name) => `$steps.${wordOf(step.stepId)}.outputs.${name}`),
      ),
  ];
}
