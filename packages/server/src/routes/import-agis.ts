/** Reads an import body that is one AGIS document (JSON, YAML or the draft's notation); findings get line and column. */
import type { AgisSource } from '@dragoman/agis';
import { agisType, parseAgis } from '@dragoman/agis';
import type { Reader } from '@dragoman/core/conversion';
import type { ImportItem } from '@dragoman/core/engine';
import type { HttpRequest } from '@dragoman/core/http';
import { fieldPath, readBodyBytes } from '@dragoman/core/http';
import type { Diagnostic, FieldError } from '@dragoman/model';
import { Failure } from '@dragoman/model';

/** An import of one document, and a reader that reports findings with line and column. */
export interface AgisImport {
  items: ImportItem[];
  report: boolean;
  reader: Reader;
}

/** Maximum number of syntax errors reported. */
const maxSyntaxErrors = 100;

/** True for `application/agis`, with or without parameters. */
export function isAgisType(contentType: string): boolean {
  return (contentType.split(';', 1)[0] ?? '').trim().toLowerCase() === agisType;
}

/** Reads the body; a document that cannot be parsed is rejected with all syntax errors. */
export async function readAgisImport(request: HttpRequest, bytes: number, reader: Reader): Promise<AgisImport> {
  const { value, diagnostics } = parseAgis(await readBodyBytes(request, bytes));
  if (value === undefined) {
    throw new Failure('INVALID_INPUT', {
      message: 'The body is not a valid AGIS document.',
      fieldErrors: diagnostics.slice(0, maxSyntaxErrors).map(toFieldError),
    });
  }
  return { items: [{ document: value.document }], report: true, reader: placing(reader, value) };
}

function toFieldError({ code, message, help, location }: Diagnostic): FieldError {
  const { pointer } = location;
  return { field: fieldPath(pointer), pointer, code, detail: `${message}${placeOf(location)}. ${help}` };
}

function placeOf({ start }: Diagnostic['location']): string {
  return start === undefined ? '' : ` (line ${start.line}, column ${start.column})`;
}

function placing(reader: Reader, source: AgisSource): Reader {
  return (document, context) => {
    const { diagnostics, ...rest } = reader(document, context);
    return { ...rest, diagnostics: diagnostics.map((each) => placed(each, source)) };
  };
}

function placed(diagnostic: Diagnostic, { locate }: AgisSource): Diagnostic {
  const location = { ...diagnostic.location, ...locate(diagnostic.location.pointer) };
  return { ...diagnostic, location, message: `${diagnostic.message}${placeOf(location)}` };
}
