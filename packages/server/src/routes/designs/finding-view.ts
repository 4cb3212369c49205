/** Writes findings for the design routes, with line and column where available. */
import type { Diagnostic, FieldError, JsonObject } from '@dragoman/model';

/** Writes a finding for a response. */
export function writeFinding({ code, severity, message, help, location }: Diagnostic): JsonObject {
  const { pointer, start, end } = location;
  return {
    code,
    severity,
    message,
    help,
    pointer,
    ...(start === undefined ? {} : { line: start.line, column: start.column }),
    ...(end === undefined ? {} : { end_line: end.line, end_column: end.column }),
  };
}

/** Writes a finding as a field error of a rejected request. */
export function refusalOf({ code, message, help, location: { pointer, start } }: Diagnostic): FieldError {
  const at = start === undefined ? '' : `line ${start.line}, column ${start.column}: `;
  const field = pointer
    .slice(1)
    .replaceAll(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return { field, pointer, code, detail: `${at}${message} ${help}` };
}

/** Schema of a finding. */
export const findingSchema: JsonObject = {
  type: 'object',
  title: 'DesignFinding',
  description: 'A finding about the design in the current state of everything that it references.',
  required: ['code', 'severity', 'message', 'help', 'pointer'],
  properties: {
    code: { type: 'string', description: 'Stable code.' },
    severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'Severity.' },
    message: { type: 'string', description: 'What is wrong.' },
    help: { type: 'string', description: 'What to do about it.' },
    pointer: { type: 'string', description: 'JSON pointer to the affected member.' },
    line: { type: 'integer', minimum: 1, description: 'Line in the text of the member.' },
    column: { type: 'integer', minimum: 1, description: 'Column in that line.' },
    end_line: { type: 'integer', minimum: 1, description: 'Line in which the range ends.' },
    end_column: { type: 'integer', minimum: 1, description: 'Column after the end of the range.' },
  },
  additionalProperties: false,
};
