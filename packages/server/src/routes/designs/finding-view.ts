/** Findings as the design routes show them: places as line and column where the text has them. */
import type { Diagnostic, FieldError, JsonObject } from '@dragoman/model';

/** A finding in an answer. */
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

/** A finding as the reason of a refusal. */
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
  description: 'Something to be said about the design as everything that it names stands now.',
  required: ['code', 'severity', 'message', 'help', 'pointer'],
  properties: {
    code: { type: 'string', description: 'Stable code.' },
    severity: { type: 'string', enum: ['error', 'warning', 'info'], description: 'How grave it is.' },
    message: { type: 'string', description: 'What is wrong.' },
    help: { type: 'string', description: 'What to do about it.' },
    pointer: { type: 'string', description: 'JSON pointer to the member that it is about.' },
    line: { type: 'integer', minimum: 1, description: 'Line in that member.' },
    column: { type: 'integer', minimum: 1, description: 'Column in that line.' },
    end_line: { type: 'integer', minimum: 1, description: 'Line in which the place ends.' },
    end_column: { type: 'integer', minimum: 1, description: 'Column behind the place.' },
  },
  additionalProperties: false,
};
