/** Agents as rows of a table. */
import type { AgentSummary } from '@dragoman/sdk';
import type { Paintable, Palette } from './paint.js';
import type { Column } from './table.js';

/** Columns of a list of agents. */
export const agentColumns: readonly Column[] = [
  { title: 'id', min: 36 },
  { title: 'name', min: 14 },
  { title: 'capabilities', min: 18, wide: true },
  { title: 'description', min: 12, wide: true },
];

/** Columns of a ranked list of agents. */
export const hitColumns: readonly Column[] = [{ title: 'score', min: 5 }, ...agentColumns];

/** The row of an agent. */
export function agentRow(agent: AgentSummary, colour: Palette): Paintable[] {
  return [colour.name(agent.id), colour.strong(agent.name), agent.capabilities.join(', '), agent.description];
}

/** The row of a hit, with its score. */
export function hitRow(agent: AgentSummary, colour: Palette): Paintable[] {
  return [agent.score === undefined ? '' : agent.score.toFixed(2), ...agentRow(agent, colour)];
}
