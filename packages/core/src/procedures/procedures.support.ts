/** Shared by the tests of procedures: tools from a line of text, and findings in short form. */
import type { Diagnostic } from '@dragoman/model';
import type { ProcedureContext } from './check-procedure.js';
import { checkProcedure } from './check-procedure.js';
import type { ProcedureTool } from './procedure-tools.js';
import { readProcedure } from './read-procedure.js';

/** A tool from `name(input, optional?) → output, output`; parameters may be `id=Display Name`. */
export function toolOf(line: string, otherNames: readonly string[] = []): ProcedureTool {
  const [, name = '', inputs = '', outputs = ''] = /^([\w-]+)\((.*)\)(?: → (.*))?$/.exec(line) ?? [];
  const parameters = (text: string) =>
    text
      .split(', ')
      .filter((word) => word !== '')
      .map((word) => {
        const [id = '', full = id] = word.replace(/\?$/, '').split('=');
        return { id, name: full, required: !word.endsWith('?') };
      });
  return { name, otherNames, inputs: parameters(inputs), outputs: parameters(outputs) };
}

/** The findings of a text, each as `line:column code`. */
export function findingsOf(text: string, ground: ProcedureContext): string[] {
  return checkProcedure(readProcedure(text), ground).diagnostics.map(brief);
}

function brief({ code, location: { start } }: Diagnostic): string {
  const at = start === undefined ? '' : `${start.line}:${start.column} `;
  return `${at}${code.replace('procedure/', '')}`;
}
