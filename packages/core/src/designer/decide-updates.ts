/**
 * Applies a designer's decision on updates: move to the version that a vendor offers, or keep the current one until the
 * next update.
 */
import type { FieldError, ToolsetDocument, ToolsetTool } from '@dragoman/model';
import { findByName, suggestNames } from '@dragoman/model';
import type { Composition } from './compose-toolset.js';
import { choiceOf, composeToolset, invalidToolset } from './compose-toolset.js';
import type { DesignerPorts } from './toolset-access.js';
import type { ToolChoice } from './toolset-request.js';
import type { ToolUpdate } from './toolset-updates.js';

/** Names of the tools to move and of the tools to keep; `all` means every tool that can be moved. */
export interface UpdateDecision {
  accept: readonly string[] | 'all';
  stay: readonly string[] | 'all';
}

/** The document after the decision; throws `INVALID_INPUT` when it names tools without a pending update. */
export async function decideUpdates(
  ports: DesignerPorts,
  updates: readonly ToolUpdate[],
  given: UpdateDecision,
  composition: Composition & { before: ToolsetDocument },
): Promise<ToolsetDocument> {
  const movable = updates.filter(({ to }) => to !== undefined);
  const decision = spellAlike(movable, given);
  const { before } = composition;
  const accepted = movable.filter(({ name, stayed }) => names(decision.accept, name, stayed));
  const stayed = movable.filter((each) => names(decision.stay, each.name, false) && !accepted.includes(each));
  const composed = await composeToolset(
    ports,
    {
      description: before.description,
      mode: before.mode,
      choices: before.tools.map((tool) => moveChoice(tool, accepted)),
      resolveNames: false,
      ...(before.open === undefined ? {} : { open: before.open }),
      ...(before.localised === undefined ? {} : { localised: before.localised }),
    },
    composition,
  );
  return { ...composed, tools: composed.tools.map((tool) => noteStay(tool, stayed)) };
}

function names(words: readonly string[] | 'all', name: string, stayed: boolean): boolean {
  return words === 'all' ? !stayed : words.includes(name);
}

/** Drops texts for inputs that the new contract no longer has; they would be errors. */
function moveChoice(tool: ToolsetTool, accepted: readonly ToolUpdate[]): ToolChoice {
  const update = accepted.find(({ name }) => name === tool.served.name);
  const choice = choiceOf(tool);
  if (update?.to === undefined) return choice;
  const gone = new Set(
    update.changes
      .filter(({ subject, kind }) => subject === 'input' && kind === 'removed')
      .map(({ parameter }) => parameter),
  );
  const inputs = Object.entries(choice.inputs ?? {}).filter(([id]) => !gone.has(id));
  const { inputs: _, ...rest } = choice;
  const words = inputs.length === 0 ? {} : { inputs: Object.fromEntries(inputs) };
  return { ...rest, ...words, tool: update.to.toolId, version: update.to.version };
}

function noteStay(tool: ToolsetTool, stayed: readonly ToolUpdate[]): ToolsetTool {
  const update = stayed.find(({ name }) => name === tool.served.name);
  return update?.to === undefined ? tool : { ...tool, stayed: update.to };
}

/** The decision with the names as the toolset spells them; throws for names without a pending update. */
function spellAlike(movable: readonly ToolUpdate[], { accept, stay }: UpdateDecision): UpdateDecision {
  const faults: FieldError[] = [];
  const known = [...new Set(movable.map(({ name }) => name))];
  const spell = (member: string, words: readonly string[] | 'all') => {
    if (words === 'all') return words;
    return words.flatMap((word, at) => {
      const found = findByName(known, word, (name) => [name]);
      if (found !== undefined) return [found];
      const hint = suggestNames(word, known);
      const detail = `no tool '${word.slice(0, 80)}' in the toolset has a pending update. ${hint}`.trimEnd();
      faults.push({ field: `${member}[${at}]`, pointer: `/${member}/${at}`, code: 'toolset/no-update', detail });
      return [];
    });
  };
  const decision = { accept: spell('accept', accept), stay: spell('stay', stay) };
  if (faults.length > 0) throw invalidToolset(faults);
  return decision;
}
