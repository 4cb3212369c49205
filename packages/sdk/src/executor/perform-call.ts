/**
 * Executes one call of the model: find the tool, parse and validate the inputs, ask for approval where the rules
 * require it, invoke, validate the outputs. Nothing touches the network before all checks have passed.
 */
import type { ToolArgument } from '@dragoman/model';
import { checkResult, isJsonObject, readHandOver } from '@dragoman/model';
import type { CallOptions } from '../transport.js';
import type { BoundTool } from './bound-tool.js';
import type { Verdict } from './escalate.js';
import { escalate, readDecision } from './escalate.js';
import type { ExecutorOptions, SubAgent } from './executor-options.js';
import type { Answer, RetryPorts } from './invoke-with-retry.js';
import { invokeConfirmed, invokeWithRetry } from './invoke-with-retry.js';
import type { LargeResults } from './large-results.js';
import { readResultName } from './large-results.js';
import {
  correctionText,
  declinedText,
  failureReply,
  firstPartText,
  handOverText,
  unknownToolText,
  unreadableText,
  unusableText,
} from './reply-texts.js';
import { takeMedia } from './result-media.js';
import type { ToolCall } from './shapes/model-shape.js';
import type { ToolOutcome } from './tool-outcome.js';
import type { ToolStage } from './tool-stage.js';

/** Dependencies. */
export interface PerformPorts extends RetryPorts {
  stage: ToolStage;
  /** Results that were too long for the model. */
  large: LargeResults;
  options: Pick<ExecutorOptions, 'escalate' | 'retrySeconds' | 'maxResultCharacters'>;
}

/** Default retry time after a temporary error, in seconds. */
const defaultRetrySeconds = 8;

/** Default maximum result length shown to a model, in characters of JSON. */
export const defaultResultCharacters = 200_000;

/** Maximum number of warnings of a result, and of characters of each. */
const mostWarnings = 20;
const longestWarning = 3_000;

/** Executes a call, or reports why not. */
export async function performCall(call: ToolCall, ports: PerformPorts, options: CallOptions): Promise<ToolOutcome> {
  const { stage } = ports;
  const agent = stage.findAgent(call.name);
  if (agent !== undefined) return handOver(call, agent, stage);
  const tool = stage.find(call.name);
  if (tool === undefined && call.name === readResultName) return readOn(call, ports.large);
  if (tool === undefined) {
    const shown = stage.shown().map(({ name }) => name);
    return ended('refused', call, { text: unknownToolText(call.name, shown), faults: [] });
  }
  if (call.inputs === undefined) {
    const text = unreadableText(call.name, call.unreadable ?? 'The inputs could not be parsed.');
    return ended('refused', call, { text, faults: [] });
  }
  const { inputs, faults } = tool.read(call.inputs);
  if (faults.length > 0) return ended('refused', call, { text: correctionText(call.name, faults), faults });
  return performChecked({ call, tool, inputs }, ports, options);
}

/** Reads on in a result; nothing is sent. */
function readOn(call: ToolCall, large: LargeResults): ToolOutcome {
  const read = large.read(call.inputs ?? {});
  if ('fault' in read) return ended('refused', call, { text: `${readResultName}: ${read.fault}`, faults: [] });
  return ended('succeeded', call, { text: read.text, shortened: true });
}

/** A hand-over needs a reason and a summary. */
function handOver(call: ToolCall, agent: SubAgent, stage: ToolStage): ToolOutcome {
  if (call.inputs === undefined) {
    const text = unreadableText(call.name, call.unreadable ?? 'The inputs could not be parsed.');
    return ended('refused', call, { text, faults: [] });
  }
  const read = readHandOver(call.inputs);
  if ('faults' in read) return ended('refused', call, { text: handOverText(call.name, read.faults), faults: [] });
  const handedOver = stage.handOver(agent, read);
  return ended('handed-over', call, { text: `${agent.name} continues from here.`, handedOver });
}

/** A valid call with the inputs to send. */
interface CheckedCall {
  call: ToolCall;
  tool: BoundTool;
  inputs: ToolArgument[];
}

async function performChecked(
  { call, tool, inputs }: CheckedCall,
  ports: PerformPorts,
  options: CallOptions,
): Promise<ToolOutcome> {
  const { escalate: rules } = ports.options;
  const escalation = { call: call.id, tool, inputs };
  const declined = ({ reason }: Verdict) => ended('declined', call, { text: declinedText(call.name, reason) });
  const verdict = await escalate(escalation, rules, ports.emit);
  if (!verdict.approved) return declined(verdict);
  const retrySeconds = tool.chosen.retrySeconds ?? ports.options.retrySeconds ?? defaultRetrySeconds;
  const request = { ...options, call: call.id, inputs, retrySeconds };
  let answer = await invokeWithRetry(tool, request, ports);
  if (rules !== undefined && 'error' in answer && answer.error.code === 'CONFIRMATION_REQUIRED') {
    const decided = verdict.asked ? verdict : await escalate({ ...escalation, required: true }, rules, ports.emit);
    if (!decided.approved) return declined(decided);
    answer = await invokeConfirmed(tool, request, ports);
  }
  if (rules?.wait !== undefined && 'error' in answer && answer.error.approval !== undefined) {
    const waiting = { call: call.id, alias: tool.identity.alias, approval: answer.error.approval };
    const decided = readDecision(await rules.wait(waiting, options));
    if (!decided.approved) return declined(decided);
    answer = await invokeWithRetry(tool, request, ports);
  }
  const outcome = conclude(call, tool, answer, ports);
  return { ...outcome, text: tool.root.hide(outcome.text) };
}

function conclude(call: ToolCall, tool: BoundTool, answer: Answer, ports: PerformPorts): ToolOutcome {
  const { emit, options, large, stage } = ports;
  const { attempts } = answer;
  const about = { call: call.id, tool: tool.identity };
  if ('error' in answer) {
    const { error } = answer;
    const status = error.status === undefined ? {} : { status: error.status };
    emit({ type: 'failed', ...about, attempts, reason: error.code, ...status });
    return ended('failed', call, { text: failureReply(tool, error, attempts), attempts, ...status });
  }
  const faults = checkResult(tool.signature, answer.body);
  if (faults.length > 0) emit({ type: 'result-faults', ...about, faults });
  const outputs = readOutputs(tool, answer.body);
  if (outputs === undefined) {
    emit({ type: 'failed', ...about, attempts, reason: 'INVALID_RESPONSE' });
    return ended('failed', call, { text: unusableText(call.name), attempts });
  }
  const warnings = readWarnings(tool, answer.body);
  const { shown, media } = takeMedia(outputs, answer.body);
  const text = JSON.stringify({ output_parameters: shown, ...warnings });
  const longest = options.maxResultCharacters ?? defaultResultCharacters;
  emit({ type: 'succeeded', ...about, attempts });
  const seen = media.length === 0 ? {} : { media, shown };
  if (text.length > longest) {
    const id = stage.find(readResultName) === undefined ? large.keep(shown) : undefined;
    const part = firstPartText(shown, longest, { warnings: warnings.warnings, id });
    return ended('succeeded', call, { text: part, shortened: true, outputs, attempts, ...warnings, ...seen });
  }
  return ended('succeeded', call, { text, outputs, attempts, ...warnings, ...seen });
}

/** All named values of the reply, and null for missing declared outputs; undefined when it is not a result. */
function readOutputs({ signature, root }: BoundTool, body: unknown): ToolArgument[] | undefined {
  if (!isJsonObject(body) || !Array.isArray(body.output_parameters)) return undefined;
  const named = body.output_parameters.flatMap((item) =>
    isJsonObject(item) && typeof item.name === 'string' ? [{ name: item.name, value: item.value ?? null }] : [],
  );
  const missing = signature.output_parameters.filter(({ name }) => named.every((output) => output.name !== name));
  const outputs = [...named, ...missing.map(({ name }) => ({ name, value: null }))];
  return JSON.parse(root.hide(JSON.stringify(outputs))) as ToolArgument[];
}

/** Warnings of a Dragoman server about a result; they quote values of the service. */
function readWarnings({ root }: BoundTool, body: unknown): { warnings?: string[] } {
  const list = isJsonObject(body) && Array.isArray(body.warnings) ? body.warnings : [];
  const texts = list.filter((each): each is string => typeof each === 'string').slice(0, mostWarnings);
  return texts.length === 0 ? {} : { warnings: texts.map((text) => root.hide(text.slice(0, longestWarning))) };
}

function ended(
  kind: ToolOutcome['kind'],
  call: ToolCall,
  facts: Omit<ToolOutcome, 'kind' | 'call' | 'tool' | 'attempts'> & { attempts?: number },
): ToolOutcome {
  return { kind, call: call.id, tool: call.name, attempts: 0, ...facts };
}
