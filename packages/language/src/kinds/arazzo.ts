/** Arazzo documents: workflows over operations of services. */
import { parseArazzo } from '@dragoman/core/editing';
import { parsePointer } from '@dragoman/documents';
import type { Diagnostic } from '@dragoman/model';
import { nearestName } from '@dragoman/model';
import type {
  LanguageDiagnostic,
  LanguageService,
  OutlineItem,
  TextEdit,
  TextRange,
} from '../service/language-service.js';
import { arazzoFormat } from '../shapes/arazzo.js';
import type { CursorContext } from '../structure/cursor-context.js';
import type { StructureNode } from '../structure/node.js';
import { childOf, nodeAt, textAt } from '../structure/node.js';
import { scanText } from '../structure/scan-text.js';
import type { OwnValue } from '../structured/complete-members.js';
import { placeOf } from '../structured/explain.js';
import { createOffsets } from '../text/offsets.js';
import { createStructuredService, outlineItem } from './structured-service.js';

/** An operation that steps can call. */
export interface KnownOperation {
  /** Id of the service, as in the URL of a source. */
  service: string;
  operation: string;
  summary?: string;
  inputs: readonly string[];
  outputs: readonly string[];
}

/** What the workflows are checked against. */
export interface ArazzoOptions {
  /** Origins of the registry itself, for the URLs of sources. */
  ownOrigins?: readonly string[];
  /** Operations that completion offers. */
  operations?: readonly KnownOperation[];
}

/** Creates the service. */
export function createArazzoService(options: ArazzoOptions = {}): LanguageService {
  const { ownOrigins, operations = [] } = options;
  const check = (text: string) => checkText(text, ownOrigins);
  return createStructuredService({
    kind: 'arazzo',
    format: arazzoFormat,
    check,
    fix: (text, diagnostics) => fixText(text, diagnostics),
    findValues: (context, root) => findValues(context, root, operations),
    findDefinition,
    outline,
  });
}

function checkText(text: string, ownOrigins: readonly string[] = []): LanguageDiagnostic[] {
  const { diagnostics } = parseArazzo(text, { ownOrigins });
  const root = scanText(text);
  const rangeOf = createOffsets(text);
  return diagnostics
    .map((diagnostic): LanguageDiagnostic => {
      const { code, severity, message, help, location } = diagnostic;
      const { pointer } = location;
      const fix = quickFix(diagnostic, root);
      return {
        ...rangeOfPointer(text, root, pointer, () => rangeOf(location)),
        ...{ code, severity, message, help, pointer, key: `${code} ${pointer}` },
        ...(fix === undefined ? {} : { fix: `Replace it with ${fix}` }),
      };
    })
    .sort((one, other) => one.start - other.start);
}

function rangeOfPointer(text: string, root: StructureNode, pointer: string, otherwise: () => TextRange): TextRange {
  const path = parsePointer(pointer) ?? [];
  if (path.length === 0) return otherwise();
  for (let length = path.length; length > 0; length -= 1) {
    const node = nodeAt(root, path.slice(0, length));
    if (node !== undefined)
      return length === path.length && node.kind === 'scalar' && node.end > node.start ? node : placeOf(text, node);
  }
  return otherwise();
}

/** The text that a value should have, when only one is likely. */
function quickFix({ code, location: { pointer } }: Diagnostic, root: StructureNode): string | undefined {
  if (code === 'arazzo/version') return '1.0.1';
  if (code !== 'arazzo/unknown-reference') return undefined;
  const path = parsePointer(pointer) ?? [];
  const value = nodeAt(root, path)?.value;
  if (value === undefined) return undefined;
  const steps = listSteps(nodeAt(root, path.slice(0, 2))).flatMap((step) => textAt(step, 'stepId') ?? []);
  const named = /^\$steps\.([^.\s]+)/.exec(value)?.[1];
  if (named !== undefined) {
    const near = nearestName(named, steps);
    return near === undefined ? undefined : value.replace(`$steps.${named}`, `$steps.${near}`);
  }
  const workflows = listWorkflows(root).flatMap((workflow) => textAt(workflow, 'workflowId') ?? []);
  return nearestName(value, path.at(-1) === 'stepId' ? steps : workflows);
}

function fixText(text: string, diagnostics: readonly LanguageDiagnostic[]): TextEdit[] {
  const root = scanText(text);
  return diagnostics
    .flatMap(({ code, pointer = '', start, end, message, help, severity }): TextEdit[] => {
      const fixed = quickFix({ code, location: { pointer }, message, help, severity }, root);
      const quote = text[start] === '"' ? '"' : text[start] === "'" ? "'" : '';
      return fixed === undefined ? [] : [{ start, end, text: `${quote}${fixed}${quote}` }];
    })
    .sort((one, other) => one.start - other.start);
}

const listWorkflows = (root: StructureNode) => childOf(root, 'workflows')?.children ?? [];
const listSteps = (workflow: StructureNode | undefined) => childOf(workflow, 'steps')?.children ?? [];

/** The workflow of a path; list positions of a path of the cursor are not exact, so the step decides by its place. */
function workflowAt(root: StructureNode, { replace }: CursorContext): StructureNode | undefined {
  return (
    listWorkflows(root).find(({ start, end }) => start <= replace.start && replace.start <= end) ??
    listWorkflows(root)[0]
  );
}

function findValues(context: CursorContext, root: StructureNode, operations: readonly KnownOperation[]): OwnValue[] {
  const { path, typed } = context;
  const workflow = workflowAt(root, context);
  const key = path.at(-1);
  if (key === 'operationId') return listOperations(root, operations);
  if (key === 'stepId' && (path.includes('onSuccess') || path.includes('onFailure'))) return listStepIds(workflow);
  if (key === 'workflowId' && path.length > 3) return listWorkflowIds(root);
  if (path.includes('dependsOn')) return listWorkflowIds(root);
  if (key === 'name' && path.includes('parameters') && path.includes('steps'))
    return listInputs(workflow, context, operations);
  if (key === 'url' && path[0] === 'sourceDescriptions') {
    return [...new Set(operations.map(({ service }) => service))].map((service) => ({ value: `/agents/${service}` }));
  }
  const isExpression =
    typed.startsWith('$') || /^(?:value|payload|condition|context)$/.test(key ?? '') || path.includes('outputs');
  return isExpression ? listExpressions(workflow, context) : [];
}

function sourcesOf(root: StructureNode): { name: string; service: string }[] {
  return (childOf(root, 'sourceDescriptions')?.children ?? []).flatMap((source) => {
    const [name, url] = [textAt(source, 'name'), textAt(source, 'url')];
    const service = url?.replace(/^.*\/agents\//, '').replace(/\/openapi\.json$/, '');
    return name === undefined || service === undefined ? [] : [{ name, service }];
  });
}

function listOperations(root: StructureNode, operations: readonly KnownOperation[]): OwnValue[] {
  const sources = sourcesOf(root);
  return operations.flatMap(({ service, operation, summary }) => {
    const source = sources.find((each) => each.service === service);
    if (source === undefined) return [];
    const value = sources.length === 1 ? operation : `$sourceDescriptions.${source.name}.${operation}`;
    return [{ value, detail: service, ...(summary === undefined ? {} : { documentation: summary }) }];
  });
}

function listStepIds(workflow: StructureNode | undefined): OwnValue[] {
  return listSteps(workflow).flatMap((step) => {
    const value = textAt(step, 'stepId');
    return value === undefined ? [] : [{ value, detail: textAt(step, 'operationId') ?? '' }];
  });
}

function listWorkflowIds(root: StructureNode): OwnValue[] {
  return listWorkflows(root).flatMap((workflow) => {
    const value = textAt(workflow, 'workflowId');
    return value === undefined ? [] : [{ value, detail: textAt(workflow, 'summary') ?? '' }];
  });
}

function stepAt(workflow: StructureNode | undefined, { replace }: CursorContext): StructureNode | undefined {
  return listSteps(workflow).find(({ start, end }) => start <= replace.start && replace.start <= end);
}

function listInputs(
  workflow: StructureNode | undefined,
  context: CursorContext,
  operations: readonly KnownOperation[],
): OwnValue[] {
  const called = textAt(stepAt(workflow, context), 'operationId')?.split('.').at(-1);
  const known = operations.find(({ operation }) => operation === called);
  return (known?.inputs ?? []).map((value) => ({ value, detail: `input of ${called}` }));
}

/** Expressions for the inputs of the workflow and the outputs of earlier steps. */
function listExpressions(workflow: StructureNode | undefined, context: CursorContext): OwnValue[] {
  const inputs = childOf(childOf(workflow, 'inputs'), 'properties')?.children ?? [];
  const own = stepAt(workflow, context);
  const steps = listSteps(workflow);
  const earlier =
    own === undefined ? steps : steps.slice(0, steps.indexOf(own) + (context.path.includes('outputs') ? 1 : 0));
  return [
    ...inputs.map(({ key }) => ({ value: `$inputs.${key}`, detail: 'input of the workflow' })),
    ...earlier.flatMap((step) => {
      const id = textAt(step, 'stepId');
      const outputs = childOf(step, 'outputs')?.children ?? [];
      return id === undefined
        ? []
        : outputs.map(({ key }) => ({ value: `$steps.${id}.outputs.${key}`, detail: 'output of a step' }));
    }),
    { value: '$response.body#/', detail: 'a part of the response' },
    { value: '$statusCode == 200', detail: 'condition' },
  ];
}

function findDefinition(value: string, path: readonly string[], root: StructureNode): StructureNode | undefined {
  const workflow = nodeAt(root, path.slice(0, 2));
  const step = /\$steps\.([\w-]+)(?:\.outputs\.([\w-]+))?/.exec(value);
  if (step !== null) {
    const found = listSteps(workflow).find((each) => textAt(each, 'stepId') === step[1]);
    return childOf(childOf(found, 'outputs'), step[2] ?? '') ?? childOf(found, 'stepId') ?? found;
  }
  const input = /\$inputs\.([\w-]+)/.exec(value)?.[1];
  if (input !== undefined) return nodeAt(workflow ?? root, ['inputs', 'properties', input]);
  const source = /^\$sourceDescriptions\.([\w-]+)/.exec(value)?.[1];
  const sources = childOf(root, 'sourceDescriptions')?.children ?? [];
  if (source !== undefined) return sources.find((each) => textAt(each, 'name') === source);
  if (path.at(-1) === 'stepId')
    return childOf(
      listSteps(workflow).find((each) => textAt(each, 'stepId') === value),
      'stepId',
    );
  const named = listWorkflows(root).find((each) => textAt(each, 'workflowId') === value);
  return path.at(-1) === 'workflowId' || path.includes('dependsOn') ? childOf(named, 'workflowId') : undefined;
}

function outline(root: StructureNode): OutlineItem[] {
  return root.children.flatMap((node): OutlineItem[] => {
    if (node.key !== 'workflows')
      return [outlineItem(node, { name: node.key ?? '', kind: 'section', detail: textAt(node, 'title') })];
    return node.children.map((workflow) =>
      outlineItem(workflow, {
        name: textAt(workflow, 'workflowId') ?? `workflow ${workflow.key}`,
        kind: 'workflow',
        detail: textAt(workflow, 'summary'),
        children: listSteps(workflow).map((step) =>
          outlineItem(step, {
            name: textAt(step, 'stepId') ?? `step ${step.key}`,
            kind: 'step',
            detail: textAt(step, 'operationId') ?? textAt(step, 'workflowId'),
          }),
        ),
      }),
    );
  });
}
