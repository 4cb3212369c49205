/** Changes the tools of a toolset: reads it, edits it, and writes it back unless it changed meanwhile. */
import { findByName, suggestNames } from '@dragoman/model';
import type { StoredToolset, ToolsetChoice, ToolsetRequest } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { connect } from './connect.js';

/** Edits the choices; returns those to send. */
export type EditChoices = (choices: ToolsetChoice[]) => ToolsetChoice[];

/** Reads, edits and writes back a toolset. */
export async function editToolset(
  context: CommandContext,
  id: string,
  edit: EditChoices,
  more: Partial<ToolsetRequest> = {},
): Promise<StoredToolset> {
  return connect(context).toolsets.edit(id, edit, { signal: context.runtime.signal, more });
}

/** Edits the tool with this name, in any spelling. */
export function editTool(name: string, edit: (choice: ToolsetChoice) => ToolsetChoice | undefined): EditChoices {
  return (choices) => {
    const chosen = findByName(choices, name, (choice) => [choice.name]);
    if (chosen === undefined) {
      const known = choices.flatMap((choice) => choice.name ?? []);
      throw new UsageError(`the toolset has no tool "${name}". ${suggestNames(name, known) || 'It has no tools.'}`);
    }
    return choices.flatMap((choice) => (choice === chosen ? (edit(choice) ?? []) : choice));
  };
}
