/** Which tools ask before they run, and whom. */
import type { ImportResult } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** The operations that one party confirms. */
export type Confirmations = NonNullable<ImportResult['confirmations']>;

/** What follows the names of one tool and of several. */
const parties: Readonly<Record<Confirmations[number]['by'], readonly [string, string]>> = {
  agent: ask(
    'before running: the user of an MCP client that can ask, otherwise the agent, which confirms with the token of the refusal',
  ),
  person: ask(
    'a person: the user of an MCP client that can ask, otherwise one with "dragoman approvals" or the console',
  ),
  deny: ['is refused by the policy of the registry', 'are refused by the policy of the registry'],
};

function ask(whom: string): readonly [string, string] {
  return [`asks ${whom}`, `ask ${whom}`];
}

/** Maximum number of names in a note. */
const maxNames = 8;

/** Prints one note for each party. */
export function noteConfirmations(print: Printer, confirmations: Confirmations, indent = ''): void {
  for (const { by, operations, names } of confirmations) {
    const shown = names.slice(0, maxNames);
    const more = operations > shown.length ? ` and ${operations - shown.length} more` : '';
    const [one, several] = parties[by];
    const tools =
      operations === 1 ? `tool (${shown.join(', ')}) ${one}` : `tools (${shown.join(', ')}${more}) ${several}`;
    print.note(line`${indent}${operations} ${tools}.`);
  }
}
