/** Reads the call of a step: an operation of a source, or another workflow of the document, with its parameters. */

import { parsePointer } from '@dragoman/documents';
import type { JsonValue } from '@dragoman/model';
import type { Place } from './place.js';
import { below, memberOf, readObject, readObjects, readText, refuseMember } from './place.js';
import type { WorkflowContext } from './read-context.js';
import { checkExpressions, resolveReusable } from './read-context.js';
import type { CallParameter, WorkflowCall } from './workflow.js';
import { arazzoLimits } from './workflow.js';

/** The call; undefined when it is invalid (reported). Parameters of the workflow precede those of the step. */
export function readCall(
  place: Place,
  context: WorkflowContext,
  common: readonly CallParameter[],
): WorkflowCall | undefined {
  const target = readTarget(place, context);
  const own = readParameters(place, context);
  const parameters = [...common.filter(({ name }) => !own.some((each) => each.name === name)), ...own];
  const body = readBody(place, context);
  return target && { ...target, parameters, ...body };
}

type CallTarget = Pick<WorkflowCall, 'agent' | 'operation'>;

function readTarget(place: Place, context: WorkflowContext): CallTarget | undefined {
  refuseMember(place, 'operationPath', 'Use operationId to name the operation.');
  const operationId = readText(place, 'operationId', { limit: arazzoLimits.condition });
  const workflowId = readText(place, 'workflowId', { limit: arazzoLimits.condition });
  if ((operationId === undefined) === (workflowId === undefined)) {
    const refused = ['operationPath', 'operationId', 'workflowId'].some(
      (name) => memberOf(place.object, name) !== undefined && (operationId ?? workflowId) === undefined,
    );
    if (!refused) place.findings.report('arazzo/no-target', place.pointer);
    return undefined;
  }
  if (operationId !== undefined) return findOperation(place, 'operationId', operationId, context);
  return findWorkflow(place, workflowId ?? '', context);
}

const sourceForm = /^\$sourceDescriptions\.([A-Za-z0-9_-]+)\.(.+)$/s;

function findOperation(
  place: Place,
  member: string,
  text: string,
  { sources }: WorkflowContext,
): CallTarget | undefined {
  const [, source, operation = text] = sourceForm.exec(text) ?? [];
  const [only] = sources.values();
  const agent = source === undefined ? (sources.size === 1 ? only : undefined) : sources.get(source);
  if (agent !== undefined) return { agent, operation };
  if (source === undefined) place.findings.report('arazzo/ambiguous-operation', below(place, member));
  else place.findings.report('arazzo/unknown-reference', below(place, member), { what: 'source', name: source });
  return undefined;
}

function findWorkflow(place: Place, text: string, context: WorkflowContext): CallTarget | undefined {
  if (sourceForm.test(text)) return findOperation(place, 'workflowId', text, context);
  if (context.workflows.has(text)) return { operation: text };
  const parameters = { what: 'workflow', name: text.slice(0, 80) };
  place.findings.report('arazzo/unknown-reference', below(place, 'workflowId'), parameters);
  return undefined;
}

/** The parameters of a list member; `in` is not needed, because the binding decides where each one is sent. */
export function readParameters(place: Place, context: WorkflowContext): CallParameter[] {
  const seen = new Set<string>();
  return readObjects(place, 'parameters').flatMap((item) => {
    const parameter = resolveReusable(item, 'parameters', context);
    if (parameter === undefined) return [];
    const name = readText(parameter, 'name', { required: true, limit: arazzoLimits.name });
    const value = memberOf(parameter.object, 'value');
    if (value === undefined) parameter.findings.report('arazzo/missing', below(parameter, 'value'));
    else checkExpressions(value, parameter, 'value', context);
    if (name === undefined || value === undefined) return [];
    if (seen.has(name)) parameter.findings.report('arazzo/duplicate', below(parameter, 'name'), { name });
    seen.add(name);
    return [{ name, value }];
  });
}

function readBody(place: Place, context: WorkflowContext): Pick<WorkflowCall, 'payload' | 'replacements'> {
  const body = readObject(place, 'requestBody');
  if (body === undefined) return { replacements: [] };
  const contentType = readText(body, 'contentType', { limit: arazzoLimits.name });
  if (contentType !== undefined && !/^application\/(?:[a-z0-9.+-]*\+)?json\b/i.test(contentType)) {
    const instead = 'Send JSON.';
    body.findings.report('arazzo/unsupported', below(body, 'contentType'), {
      what: 'a body that is not JSON',
      instead,
    });
  }
  const payload = parsePayload(memberOf(body.object, 'payload'));
  if (payload !== undefined) checkExpressions(payload, body, 'payload', context);
  return { ...(payload === undefined ? {} : { payload }), replacements: readReplacements(body, context) };
}

/** A payload may be written as JSON text, as in Arazzo's own examples. */
function parsePayload(payload: JsonValue | undefined): JsonValue | undefined {
  if (typeof payload !== 'string' || !/^\s*[[{]/.test(payload) || /^\s*\{\$/.test(payload)) return payload;
  try {
    return JSON.parse(payload) as JsonValue;
  } catch {
    return payload;
  }
}

function readReplacements(body: Place, context: WorkflowContext): WorkflowCall['replacements'] {
  return readObjects(body, 'replacements').flatMap((place) => {
    const target = readText(place, 'target', { required: true, limit: arazzoLimits.condition });
    const value = memberOf(place.object, 'value');
    if (target !== undefined && (parsePointer(target) ?? []).length === 0) {
      place.findings.report('arazzo/wrong-type', below(place, 'target'), {
        expected: 'a JSON pointer such as "/size"',
      });
    }
    if (value === undefined) place.findings.report('arazzo/missing', below(place, 'value'));
    else checkExpressions(value, place, 'value', context);
    return target === undefined || value === undefined ? [] : [{ target, value }];
  });
}
