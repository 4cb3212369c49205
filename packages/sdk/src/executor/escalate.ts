/**
 * Asks a person before a call whose impact or confidence matches the rules. Without a clear approval nothing is sent.
 */
import type { ToolArgument } from '@dragoman/model';
import type { BoundTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';
import type { Decision, EscalationRequest, EscalationRules } from './executor-options.js';

/** A person's decision, or that none is needed. */
export interface Verdict {
  approved: boolean;
  /** True when a person was asked. */
  asked?: true;
  reason?: string;
}

/** A call that may need approval. */
export interface Escalation {
  call: string;
  tool: BoundTool;
  inputs: readonly ToolArgument[];
  /** True when the server requires a confirmation. */
  required?: boolean;
}

/** Returns the decision on a call; calls without a matching rule proceed. */
export async function escalate(
  escalation: Escalation,
  rules: EscalationRules | undefined,
  emit: EventSink,
): Promise<Verdict> {
  if (rules === undefined) return { approved: true };
  const { call, tool, inputs, required = false } = escalation;
  const { impact = 'unknown', confidence } = tool.chosen;
  const reasons: EscalationRequest['reasons'] = [];
  if (rules.impacts?.includes(impact)) reasons.push('impact');
  if (confidence !== undefined && confidence < (rules.confidenceBelow ?? 0)) reasons.push('confidence');
  if (required) reasons.push('required');
  if (reasons.length === 0) return { approved: true };
  const { alias, name, source, version } = tool.identity;
  const verdict = await askPerson(rules, {
    call,
    alias,
    name,
    source,
    version,
    description: tool.shown.description,
    inputs,
    impact,
    reasons,
    ...(confidence === undefined ? {} : { confidence }),
  });
  emit({ type: 'escalated', call, tool: tool.identity, approved: verdict.approved, reasons });
  return { ...verdict, asked: true };
}

async function askPerson(rules: EscalationRules, request: EscalationRequest): Promise<Verdict> {
  try {
    return readDecision(await rules.ask(request));
  } catch {
    // No approval function was given, so nobody has approved.
    return { approved: false, reason: 'no approver is configured' };
  }
}

/** The decision as a verdict. */
export function readDecision(decision: Decision): Verdict {
  if (typeof decision === 'boolean') return { approved: decision };
  const { approved, reason } = decision;
  return { approved: approved === true, ...(reason === undefined ? {} : { reason }) };
}
