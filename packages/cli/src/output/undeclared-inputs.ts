/** Warns of inputs of a call that the operation does not declare, so that a misspelled name is never sent unnoticed. */
import type { JsonValue } from '@dragoman/model';
import { declaredMembers, undeclaredMembers } from '@dragoman/model';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Maximum number of warnings, and of names in each. */
const maxWarnings = 10;
const maxNames = 20;

/** One warning for each name. A schema that allows no other members makes the registry refuse the call. */
export function noteUndeclared(print: Printer, schema: unknown, inputs: readonly JsonValue[]): void {
  const found = new Map(inputs.flatMap((input) => undeclaredMembers(schema, input)).map((each) => [each.name, each]));
  const names = Object.keys(declaredMembers(schema)?.members ?? {});
  const listed = `${names.slice(0, maxNames).join(', ')}${names.length > maxNames ? ', …' : ''}`;
  for (const { name, meant, allowed } of [...found.values()].slice(0, maxWarnings)) {
    const advice =
      meant !== undefined
        ? `; did you mean ${meant}?`
        : names.length > 0
          ? `; the inputs are ${listed}.`
          : '; the operation has no inputs.';
    const sent = allowed ? ' It is sent, because the schema allows other members.' : '';
    print.note(line`${print.noteColor.warning('warning:')} ${name} is not an input of this operation${advice}${sent}`);
  }
}
