/** What a captured call sent and received, for people. */
import type { CapturedPart, CapturedPayload } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints the input and the output. */
export function printPayload(print: Printer, { input, output }: CapturedPayload): void {
  print.out(line`${print.color.faint('input')}  ${textOf(input)}`);
  if (output !== undefined) print.out(line`${print.color.faint('output')} ${textOf(output)}`);
}

function textOf({ value, beginning, characters, omitted }: CapturedPart): string {
  if (omitted !== undefined) return `(not kept: ${omitted})`;
  if (beginning !== undefined) return `${beginning} … (${characters ?? 0} characters)`;
  return JSON.stringify(value);
}
