/**
 * Checks a procedure against its toolset: every name that it mentions must resolve, and every tool should be mentioned.
 */

import { shorten } from '@dragoman/documents';
import type { Diagnostic, Location } from '@dragoman/model';
import { diagnose, nearestName } from '@dragoman/model';
import type { BoundMention } from './check-order.js';
import { checkOrder } from './check-order.js';
import type { ProcedureCode } from './diagnostics.js';
import { procedureDiagnostics } from './diagnostics.js';
import type { Mention, MentionedName } from './find-mentions.js';
import { procedureLimits } from './limits.js';
import type { ProcedureStep } from './list-steps.js';
import { listSteps } from './list-steps.js';
import type { ProcedureParameter, ProcedureTool } from './procedure-tools.js';
import { isParameter, parametersIn, resolveTool } from './procedure-tools.js';
import type { ReadProcedure } from './read-procedure.js';
import { meantMentions } from './read-procedure.js';

/** A tool of the catalogue that is not in the toolset. */
export interface KnownTool {
  agentId: string;
  toolId: string;
}

/** What a procedure is checked against. */
export interface ProcedureContext {
  tools: readonly ProcedureTool[];
  /** Tools of the catalogue that the author may see, by the names that the text uses. */
  known?: ReadonlyMap<string, KnownTool>;
  /** True when tools outside the list may be used at run time. */
  open?: boolean;
  /** Names of tools that other procedures of the same toolset mention. */
  mentionedElsewhere?: ReadonlySet<string>;
}

/** The findings, the names of the mentioned tools of the toolset, and the lines that mention them. */
export interface ProcedureReport {
  diagnostics: Diagnostic[];
  mentioned: string[];
  /** In the order of the text; lines count from 1. */
  mentions: { tool: string; line: number }[];
  steps: ProcedureStep[];
}

/** Position of a finding: the text is one member of the document, and has lines. */
export function textPosition({ start, end }: Pick<MentionedName, 'start' | 'end'>): Location {
  return { pointer: '/text', start, end };
}

/** Checks a procedure; findings are in the order of the text, those about the whole text last. */
export function checkProcedure(read: ReadProcedure, ground: ProcedureContext): ProcedureReport {
  if (read.length > procedureLimits.characters) {
    const limit = { length: read.length, limit: procedureLimits.characters };
    return {
      diagnostics: [diagnose(procedureDiagnostics, 'procedure/too-long', { pointer: '/text' }, limit)],
      mentioned: [],
      mentions: [],
      steps: [],
    };
  }
  const bound: BoundMention[] = [];
  const found = meantMentions(read, ground.tools).flatMap((mention) => checkMention(mention, ground, bound));
  found.push(...bound.flatMap(checkRequired));
  const mentioned = [...new Set(bound.map(({ tool }) => tool.name))];
  const diagnostics = [...found, ...checkOrder(bound, read.branches)].sort(byPlace);
  diagnostics.push(...checkWhole(read, ground, new Set(mentioned)));
  const mentions = bound.map(({ mention, tool }) => ({ tool: tool.name, line: mention.start.line }));
  return {
    diagnostics: diagnostics.slice(0, procedureLimits.findings),
    mentioned,
    mentions,
    steps: listSteps(read.steps, read.branches, bound),
  };
}

function byPlace({ location: one }: Diagnostic, { location: other }: Diagnostic): number {
  const lines = (one.start?.line ?? 0) - (other.start?.line ?? 0);
  return lines !== 0 ? lines : (one.start?.column ?? 0) - (other.start?.column ?? 0);
}

function checkMention(mention: Mention, ground: ProcedureContext, bound: BoundMention[]): Diagnostic[] {
  const { name } = mention;
  const resolved = resolveTool(name, ground.tools);
  const at = textPosition(mention);
  const report = (code: ProcedureCode, parameters: Record<string, string>) => [
    diagnose(procedureDiagnostics, code, at, { name: shorten(name, 80), ...parameters }),
  ];
  if (resolved === undefined) return checkStrange(mention, ground, report);
  if ('several' in resolved) {
    return report('procedure/ambiguous-tool', { names: resolved.several.map((tool) => `${tool.name}()`).join(', ') });
  }
  const { tool, by } = resolved;
  bound.push({ mention, tool });
  const renamed = by === 'other-name' ? report('procedure/renamed-tool', { now: tool.name }) : [];
  return [...renamed, ...checkParameters(mention, tool)];
}

type Report = (code: ProcedureCode, parameters: Record<string, string>) => Diagnostic[];

function checkStrange(
  { name }: Mention,
  { tools, known, open = false }: ProcedureContext,
  report: Report,
): Diagnostic[] {
  const elsewhere = known?.get(name);
  if (elsewhere !== undefined) return open ? [] : report('procedure/tool-not-in-set', { ...elsewhere });
  const near = nearestName(
    name,
    tools.flatMap((tool) => [tool.name, ...tool.otherNames]),
  );
  const help =
    near === undefined
      ? 'Use the name of a tool in the toolset, or put code that is not a tool call into a code block.'
      : `Did you mean ${near}()?`;
  return report('procedure/unknown-tool', { help });
}

function checkParameters(mention: Mention, tool: ProcedureTool): Diagnostic[] {
  const inputs = missing(mention.inputs, tool.inputs).map((input) =>
    unknownParameter('procedure/unknown-input', input, { tool, parameters: tool.inputs }),
  );
  const outputs = missing(mention.outputs, tool.outputs).map((output) => {
    const code = output.said === 'from' ? 'procedure/unlikely-output' : 'procedure/unknown-output';
    return unknownParameter(code, output, { tool, parameters: tool.outputs });
  });
  return [...inputs, ...outputs];
}

/**
 * A call that names inputs must name every required one, in its parentheses or elsewhere in its paragraph. A call
 * without any names leaves them to the model.
 */
function checkRequired({ mention, tool }: BoundMention): Diagnostic[] {
  if (mention.role !== 'call' || mention.inputs.length === 0) return [];
  // A misspelled input is reported already.
  if (missing(mention.inputs, tool.inputs).length > 0) return [];
  const isNamed = parametersIn(mention.paragraph.replaceAll(mention.name, ' '));
  return tool.inputs
    .filter((input) => input.required !== false && !isNamed(input))
    .map(({ name }) =>
      diagnose(procedureDiagnostics, 'procedure/missing-input', textPosition(mention), {
        name: shorten(name, 80),
        tool: tool.name,
      }),
    );
}

function missing<Name extends MentionedName>(
  names: readonly Name[],
  parameters: readonly ProcedureParameter[],
): Name[] {
  return names.filter(({ name }) => !parameters.some((parameter) => isParameter(name, parameter)));
}

function unknownParameter(
  code: ProcedureCode,
  named: MentionedName,
  { tool, parameters }: { tool: ProcedureTool; parameters: readonly ProcedureParameter[] },
): Diagnostic {
  const names = parameters.map(({ name }) => name);
  const near = nearestName(named.name, names);
  const some = names.slice(0, 10).map((name) => `'${shorten(name, 80)}'`);
  const help =
    near !== undefined ? `Did you mean '${near}'?` : some.length > 0 ? `It has: ${some.join(', ')}.` : 'It has none.';
  return diagnose(procedureDiagnostics, code, textPosition(named), {
    name: shorten(named.name, 80),
    tool: tool.name,
    help,
  });
}

/** Findings about the text as a whole. */
function checkWhole(read: ReadProcedure, ground: ProcedureContext, mentioned: ReadonlySet<string>): Diagnostic[] {
  const whole: Location = { pointer: '/text' };
  const report = (code: ProcedureCode, parameters: Record<string, string | number> = {}) =>
    diagnose(procedureDiagnostics, code, whole, parameters);
  const cut = read.complete ? [] : [report('procedure/too-many-mentions', { limit: procedureLimits.mentions })];
  if (meantMentions(read, ground.tools).length === 0) return [...cut, report('procedure/no-tools-mentioned')];
  const silent = ground.tools.filter(
    ({ name }) => !mentioned.has(name) && ground.mentionedElsewhere?.has(name) !== true,
  );
  return [...cut, ...silent.map(({ name }) => report('procedure/tool-not-mentioned', { name }))];
}
