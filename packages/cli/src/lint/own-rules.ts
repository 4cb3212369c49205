/** Rules of one's own: a JavaScript module with rules in the same form as the built-in ones. */
import type { Rule } from '@dragoman/lint';
import { UsageError } from '../command/usage-error.js';
import { loadExport } from '../files/load-export.js';
import type { Runtime } from '../terminal/runtime.js';

const texts = ['id', 'requirement', 'message', 'why', 'help'] as const;

/** Loads modules that export `rules`, or an array as their default; reports all faults at once. */
export async function loadOwnRules(
  runtime: Runtime,
  paths: readonly string[],
  known: readonly string[],
): Promise<readonly Rule[]> {
  const own: Rule[] = [];
  const faults: string[] = [];
  for (const path of paths) {
    const rules = await loadExport(runtime, path, 'rules');
    if (!Array.isArray(rules)) {
      faults.push(`${path} must export "rules" (or a default export): an array of rules`);
      continue;
    }
    for (const [at, rule] of rules.entries()) {
      const found = faultsOf(rule as Partial<Rule>, [...known, ...own.map(({ id }) => id)]);
      faults.push(...found.map((fault) => `${path}, rule ${at + 1}: ${fault}`));
      if (found.length === 0) own.push(guard(rule as Rule, path));
    }
  }
  if (faults.length > 0) throw new UsageError(faults.join('; '));
  return own;
}

function faultsOf(rule: Partial<Rule> | null, known: readonly string[]): string[] {
  if (typeof rule !== 'object' || rule === null) return ['it is not an object'];
  return [
    ...texts.filter((name) => typeof rule[name] !== 'string').map((name) => `${name} must be a text`),
    ...(typeof rule.check === 'function' ? [] : ['check must be a function']),
    ...(['error', 'warning', 'info'].includes(rule.severity ?? '') ? [] : ['severity must be error, warning or info']),
    ...(known.includes(rule.id ?? '') ? [`there is a rule ${rule.id} already`] : []),
  ];
}

/** A rule that throws is named, since its author is not the author of the document. */
function guard(rule: Rule, path: string): Rule {
  return {
    ...rule,
    cases: rule.cases ?? { good: [], bad: [] },
    check(api, report) {
      try {
        rule.check(api, report);
      } catch (error) {
        throw new UsageError(
          `${path}: the rule ${rule.id} failed: ${error instanceof Error ? error.message : String(error)}`,
        );
      }
    },
  };
}
