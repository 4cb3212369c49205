/**
 * Applies a designer's decision on updates: move to the version that a vendor offers, or keep the current one until the
 * next update.
 */
import type { FieldError, ToolsetDocument, ToolsetTool } from '@dragoman/model';
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
  decision: UpdateDecision,
  composition: Composition & { before: ToolsetDocument },
): Promise<ToolsetDocument> {
  const movable = updates.filter(({ to }) => to !== undefined);
  refuseUnknown(movable, decision);
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

function refuseUnknown(movable: readonly ToolUpdate[], { accept, stay }: UpdateDecision): void {
  const known = new Set(movable.map(({ name }) => name));
  const faults = Object.entries({ accept, stay }).flatMap(([member, words]): FieldError[] =>
    words === 'all'
      ? []
      : words.flatMap((word, at) => {
          if (known.has(word)) return [];
          const detail = `no tool '${word.slice(0, 80)}' in the toolset has a pending update`;
          return [{ field: `${member}[${at}]`, pointer: `/${member}/${at}`, code: 'toolset/no-update', detail }];
        }),
  );
  if (faults.length > 0) throw invalidToolset(faults);
}
