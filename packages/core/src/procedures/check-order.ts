/** Checks that a value used by a step has been obtained before that step, where the text states both. */
import type { Diagnostic } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import { procedureDiagnostics } from './diagnostics.js';
import type { Mention } from './find-mentions.js';
import type { ProcedureTool } from './procedure-tools.js';
import type { BranchGroups, Relation } from './step-path.js';
import { relate } from './step-path.js';

/** A mention that resolves to a tool of the toolset. */
export interface BoundMention {
  mention: Mention;
  tool: ProcedureTool;
}

/**
 * Findings on uses of outputs that no step obtains in time. If no step calls the tool, the use itself obtains its
 * output.
 */
export function checkOrder(bound: readonly BoundMention[], branches: BranchGroups): Diagnostic[] {
  return bound.flatMap(({ mention, tool }) => {
    if (mention.role !== 'use') return [];
    const calls = bound.filter((other) => other.tool === tool && other.mention.role === 'call');
    const relations = calls.map((call) => ({ call: call.mention, how: relationOf(call.mention, mention, branches) }));
    if (relations.some(({ how }) => how === 'before' || how === 'unordered')) return [];
    const late = relations.find(({ how }) => how === 'after') ?? relations[0];
    if (late === undefined) return [];
    const code = late.how === 'after' ? 'procedure/used-before-obtained' : 'procedure/obtained-in-other-branch';
    const { start, end } = mention;
    const found = diagnose(
      procedureDiagnostics,
      code,
      { pointer: '/text', start, end },
      {
        tool: tool.name,
        line: late.call.start.line,
      },
    );
    return [{ ...found, related: [{ pointer: '/text', start: late.call.start, end: late.call.end }] }];
  });
}

function relationOf(call: Mention, use: Mention, branches: BranchGroups): Relation {
  const [callBlock, callAt] = call.order;
  const [useBlock, useAt] = use.order;
  if (callBlock === useBlock) return 'before';
  const earlier = callBlock < useBlock || (callBlock === useBlock && callAt < useAt);
  return relate(call.path, use.path, earlier ? 'earlier' : 'later', branches);
}
