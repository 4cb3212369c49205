/**
 * Detects an instruction that asks for several actions. A match is one call, so a call for one of the actions would
 * silently drop the others.
 */
import type { Match, RequestedAction } from './match.js';
import type { MappedEndpoint } from './service-map.js';

/** A part of an instruction, matched on its own. */
export interface MatchedPart {
  instruction: string;
  match: Match;
}

/** The match of the whole instruction, unless its parts ask for different calls or for something that no endpoint does. */
export function combineParts(whole: Match, parts: readonly MatchedPart[]): Match {
  const actions = listActions(parts);
  if (actions.length > 1) return refuse(whole, actions);
  const dropped = parts.filter(({ match }) => match.decision === 'nothing');
  if (whole.endpoint === undefined || dropped.length === 0) return whole;
  const texts = dropped.map(({ instruction }) => `“${instruction}”`).join(' and ');
  const reason = `${whole.reason} No endpoint matches ${texts}.`;
  const confirms = whole.decision === 'call' && whole.endpoint.impact !== 'informational';
  return { ...whole, reason, ...(confirms ? { decision: 'confirm' as const } : {}) };
}

/** The different calls; a part that only adds parameters to an earlier one is no call of its own. */
function listActions(parts: readonly MatchedPart[]): RequestedAction[] {
  const calls: { instruction: string; endpoint: MappedEndpoint; values: Match['arguments'] }[] = [];
  for (const { instruction, match } of parts) {
    const { endpoint, arguments: values } = match;
    if (endpoint === undefined) continue;
    const isKnown = calls.some((call) => call.endpoint === endpoint && !isConflicting(call.values, values));
    if (!isKnown) calls.push({ instruction, endpoint, values });
  }
  return calls.map(({ instruction, endpoint }) => ({ instruction, endpoint }));
}

function isConflicting(one: Match['arguments'], other: Match['arguments']): boolean {
  return Object.entries(other).some(
    ([name, value]) => Object.hasOwn(one, name) && JSON.stringify(one[name]) !== JSON.stringify(value),
  );
}

function refuse({ endpoint: _, ...whole }: Match, actions: readonly RequestedAction[]): Match {
  const named = actions.map(({ instruction, endpoint }) => `${endpoint.label} (“${instruction}”)`).join(' and ');
  const reason = `The instruction asks for ${actions.length} actions: ${named}. Ask for one at a time.`;
  return { ...whole, decision: 'several', reason, arguments: {}, questions: [], actions };
}
