/** Findings about a document for people: location, severity, message and fix. */
import type { Diagnostic } from '@dragoman/model';
import type { Painted, Palette } from '../terminal/paint.js';
import { line } from '../terminal/paint.js';

/** Two lines per finding, in document order. */
export function diagnosticLines(diagnostics: readonly Diagnostic[], file: string, color: Palette): Painted[] {
  return diagnostics.flatMap(({ severity, message, help, code, location }) => {
    const { start, pointer } = location;
    const place = start === undefined ? file : `${file}:${start.line}:${start.column}`;
    const grade = severity === 'error' ? color.bad : severity === 'warning' ? color.warning : color.faint;
    const at = pointer === '' ? '' : ` ${pointer}`;
    return [
      line`${place}${at}: ${grade(severity)}: ${message} ${color.faint(`[${code}]`)}`,
      line`    ${color.faint(help)}`,
    ];
  });
}
