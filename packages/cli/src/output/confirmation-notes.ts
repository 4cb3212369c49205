/** Which tools require a confirmation, and who confirms. */
import type { ImportResult } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** The operations that one party confirms. */
export type Confirmations = NonNullable<ImportResult['confirmations']>;

/** What follows the names of one tool and of several. */
const parties: Readonly<Record<Confirmations[number]['by'], readonly [string, string]>> = {
  agent: needs(
    'a confirmation: "dragoman call" asks for it, MCP clients ask their user, and other agents repeat the call with the token from the refusal',
  ),
  person: needs(
    'the approval of a person: MCP clients ask their user; other calls wait for "dragoman approvals" or the console',
  ),
  deny: ['is denied by the policy of the registry', 'are denied by the policy of the registry'],
};

function needs(what: string): readonly [string, string] {
  return [`requires ${what}`, `require ${what}`];
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
