/** Checks the text of a procedure: functions of plain data, which a server can run on another thread. */
import type { ProcedureContext, ProcedureReport } from './check-procedure.js';
import { checkProcedure } from './check-procedure.js';
import type { ProcedureTool } from './procedure-tools.js';
import { meantMentions, readProcedure, unresolvedNames } from './read-procedure.js';

/** A text and the tools of its toolset. */
export interface ProcedureText {
  text: string;
  tools: readonly ProcedureTool[];
}

/** The names of tools in a text: all of them, and those that the toolset does not have. */
export interface ProcedureNames {
  meant: string[];
  unresolved: string[];
}

/** Checks texts on behalf of a caller. */
export interface ProcedureChecking {
  findNames(input: ProcedureText, caller: string): Promise<ProcedureNames>;
  check(input: { text: string; context: ProcedureContext }, caller: string): Promise<ProcedureReport>;
}

/** Finds the names of tools in a text. */
export function findProcedureNames({ text, tools }: ProcedureText): ProcedureNames {
  const read = readProcedure(text);
  return { meant: meantMentions(read, tools).map(({ name }) => name), unresolved: unresolvedNames(read, tools) };
}

/** Reads and checks a text. */
export function checkProcedureText({ text, context }: { text: string; context: ProcedureContext }): ProcedureReport {
  return checkProcedure(readProcedure(text), context);
}
