/** Services as table rows. */
import { firstSentence, toPlainText } from '@dragoman/model';
import type { AgentSummary } from '@dragoman/sdk';
import type { Paintable, Palette } from '../terminal/paint.js';
import type { Column } from '../terminal/table.js';

/** Some services describe themselves with pages of instructions; a row has room for one sentence. */
const maxBrief = 200;

/** The first sentence of a description, without Markdown. */
export function briefText(description: string): string {
  return firstSentence(toPlainText(description), maxBrief);
}

/** Columns of a list of services. */
export const agentColumns: readonly Column[] = [
  { title: 'id' },
  { title: 'name', min: 12, prose: true },
  { title: 'capabilities', min: 14, prose: true },
  { title: 'description', min: 16, prose: true },
];

/** Columns of search results. */
export const hitColumns: readonly Column[] = [{ title: 'score' }, ...agentColumns];

/** The row of a service. */
export function agentRow(agent: AgentSummary, color: Palette): Paintable[] {
  return [color.name(agent.id), color.strong(agent.name), agent.capabilities.join(', '), briefText(agent.description)];
}

/** The row of a search result, with its score. */
export function hitRow(agent: AgentSummary, color: Palette): Paintable[] {
  return [agent.score === undefined ? '' : agent.score.toFixed(2), ...agentRow(agent, color)];
}
