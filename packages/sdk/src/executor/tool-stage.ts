/**
 * The tools that a model sees at a point in a session: those of the current agent without hidden ones, plus hand-over
 * tools. Decided locally, without requests (nact.md EXEC-20, EXEC-21).
 */
import type { HandOver } from '@dragoman/model';
import { handOverName, handOverTool } from '@dragoman/model';
import { clientError } from '../dragoman-error.js';
import type { BoundTool } from './bound-tool.js';
import type { EventSink } from './executor-event.js';
import type { DisclosureRule, ExecutorOptions, SubAgent } from './executor-options.js';
import type { LargeResults } from './large-results.js';
import type { ShownTool } from './shapes/model-shape.js';
import type { HandOverRecord, ToolOutcome } from './tool-outcome.js';

/** The current tools of a session. */
export interface ToolStage {
  /** Name of the current agent; undefined when there is only one. */
  readonly agent: SubAgent | undefined;
  shown(): ShownTool[];
  find(alias: string): BoundTool | undefined;
  /** The target agent of a shown hand-over tool. */
  findAgent(alias: string): SubAgent | undefined;
  /** Switches to another agent with its hand-over data. */
  handOver(to: SubAgent, carried: HandOver): HandOverRecord;
  /** The hand-over to the current agent, and its sender; undefined for the first one. */
  readonly received: HandOverRecord | undefined;
  /** The tools of the current agent, including hidden ones. */
  own(): BoundTool[];
  /** Applies the disclosure rules to a successful call. */
  follow(outcome: ToolOutcome): void;
}

/** Names of the hand-over tools, one per agent. */
export function handOverNames(agents: readonly SubAgent[]): string[] {
  return agents.map(({ name }) => handOverName(name));
}

type StageOptions = Pick<ExecutorOptions, 'agents' | 'hidden' | 'disclosure'>;

/** Creates the stage of a session; every name in the options must match exactly one tool. */
export function createToolStage(
  tools: readonly BoundTool[],
  options: StageOptions,
  { emit, large }: { emit: EventSink; large: Pick<LargeResults, 'shown'> },
): ToolStage {
  const { agents = [], hidden = [], disclosure = [] } = options;
  const names = handOverNames(agents);
  const away = new Set(hidden.map((reference) => findTool(tools, reference)));
  const rules = disclosure.map((rule) => bindRule(tools, rule));
  const casts = agents.map((agent) => new Set(agent.tools.map((reference) => findTool(tools, reference))));
  const exits = agents.map(({ handsOverTo = [] }) => handsOverTo.map((name) => findAgentIndex(agents, name)));
  let present = 0;
  let received: HandOverRecord | undefined;
  const visible = () => tools.filter((tool) => !away.has(tool) && (casts[present]?.has(tool) ?? true));
  const shown = () => {
    const listed: ShownTool[] = [
      ...visible().map((tool) => tool.shown),
      ...(exits[present] ?? []).map((to) => handOverTool(agents[to]?.name ?? '', agents[to]?.description ?? '')),
    ];
    const reader = large.shown();
    return reader === undefined || listed.some(({ name }) => name === reader.name) ? listed : [...listed, reader];
  };
  let lastShown = shown().length;
  return {
    get agent() {
      return agents[present];
    },
    shown,
    find: (alias) => visible().find((tool) => tool.shown.name === alias),
    findAgent: (alias) => agents[(exits[present] ?? []).find((to) => names[to] === alias) ?? -1],
    handOver(to, carried) {
      received = { from: agents[present]?.name ?? '', to: to.name, ...carried };
      emit({ type: 'handed-over', ...received });
      present = agents.indexOf(to);
      return received;
    },
    get received() {
      return received;
    },
    own: () => tools.filter((tool) => casts[present]?.has(tool) ?? true),
    follow(outcome) {
      const before = lastShown;
      let changed = false;
      for (const rule of rules) {
        if (!rule.applies(outcome)) continue;
        for (const tool of rule.show) changed = away.delete(tool) || changed;
        for (const tool of rule.hide) {
          changed ||= !away.has(tool);
          away.add(tool);
        }
      }
      lastShown = shown().length;
      if (changed || before !== lastShown) emit({ type: 'tools-changed', shown: shown().map(({ name }) => name) });
    },
  };
}

function bindRule(tools: readonly BoundTool[], { after, when, show = [], hide = [] }: DisclosureRule) {
  const trigger = after === undefined ? undefined : findTool(tools, after).shown.name;
  return {
    applies: (outcome: ToolOutcome) =>
      outcome.kind === 'succeeded' && (trigger === undefined || outcome.tool === trigger) && (when?.(outcome) ?? true),
    show: show.map((reference) => findTool(tools, reference)),
    hide: hide.map((reference) => findTool(tools, reference)),
  };
}

/** The one tool with this alias, name or id. */
function findTool(tools: readonly BoundTool[], reference: string): BoundTool {
  const byAlias = tools.find(({ identity }) => identity.alias === reference);
  if (byAlias !== undefined) return byAlias;
  const [found, other] = tools.filter(
    ({ identity }) => identity.name === reference || identity.toolId.toLowerCase() === reference.toLowerCase(),
  );
  if (found !== undefined && other === undefined) return found;
  throw clientError('INVALID_ARGUMENT', {
    message: `${reference.slice(0, 255)} matches ${found === undefined ? 'no chosen tool' : 'several chosen tools'}.`,
  });
}

function findAgentIndex(agents: readonly SubAgent[], name: string): number {
  const index = agents.findIndex((agent) => agent.name === name);
  if (index >= 0) return index;
  throw clientError('INVALID_ARGUMENT', { message: `Unknown agent ${name.slice(0, 255)}.` });
}
