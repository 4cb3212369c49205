/** Collects the findings on a document: limited in number, and as errors in strict mode. */
import type { Diagnostic } from '@dragoman/model';
import { diagnose } from '@dragoman/model';
import type { OpenApiCode } from './diagnostics.js';
import { breaches, openApiDiagnostics } from './diagnostics.js';
import { openApiLimits } from './wire.js';

/** Collects findings. */
export interface Findings {
  report(code: OpenApiCode, pointer: string, parameters?: Readonly<Record<string, string | number>>): void;
  add(diagnostics: readonly Diagnostic[]): void;
  list(): Diagnostic[];
}

/** Maximum number of findings of one kind, so that a repeated mistake hides nothing else. */
const maxOfOne = 50;

/** Maximum length of third-party text that a finding repeats. */
const maxTextLength = 120;

/** Starts the list of one document. */
export function createFindings({ uri, strict }: { uri?: string; strict: boolean }): Findings {
  const found: Diagnostic[] = [];
  const counts = new Map<string, number>();
  const take = (diagnostic: Diagnostic) => {
    const count = (counts.get(diagnostic.code) ?? 0) + 1;
    counts.set(diagnostic.code, count);
    if (count > maxOfOne || found.length >= openApiLimits.findings) return;
    const severity = strict && (breaches as ReadonlySet<string>).has(diagnostic.code) ? 'error' : diagnostic.severity;
    found.push({
      ...diagnostic,
      severity,
      location: { ...(uri === undefined ? {} : { uri }), ...diagnostic.location },
    });
  };
  return {
    report(code, pointer, parameters = {}) {
      const short = Object.entries(parameters).map(([name, value]) => [name, shown(value)]);
      take(diagnose(openApiDiagnostics, code, { pointer }, Object.fromEntries(short)));
    },
    add(diagnostics) {
      for (const diagnostic of diagnostics) take(diagnostic);
    },
    list: () => [...found, ...unsaid(counts, uri)],
  };
}

/** The same list for locations in a converted document, which are reported as locations in the given one. */
export function withSource(findings: Findings, sourceOf: (pointer: string) => string): Findings {
  return { ...findings, report: (code, pointer, more) => findings.report(code, sourceOf(pointer), more) };
}

function shown(value: string | number): string | number {
  return typeof value === 'number' || value.length <= maxTextLength ? value : `${value.slice(0, maxTextLength)}…`;
}

function unsaid(counts: ReadonlyMap<string, number>, uri: string | undefined): Diagnostic[] {
  return [...counts].flatMap(([code, count]) =>
    count <= maxOfOne
      ? []
      : [
          {
            code,
            severity: 'info' as const,
            message: `the same was found ${count - maxOfOne} times more`,
            help: 'Correct the first ones and read the document again.',
            location: { ...(uri === undefined ? {} : { uri }), pointer: '' },
          },
        ],
  );
}
