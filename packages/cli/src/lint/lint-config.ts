/** The configuration of the linter and the probe: a given file, or one in the current directory, and levels from the command line. */
import type { LintConfig, Rule, RuleLevels } from '@dragoman/lint';
import type { Severity } from '@dragoman/model';
import type { CommandContext } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { line } from '../terminal/paint.js';
import { matchesPattern } from './find-inputs.js';
import { configFiles, readLintFile } from './lint-inputs.js';
import { readSpectralLevels, type SpectralLevels, spectralFiles } from './spectral-levels.js';

/** The configuration of one run; a Spectral ruleset can set other levels for some documents. */
export interface RunConfig extends LintConfig {
  levelsOf(source: string): RuleLevels;
}

/** Reads the configuration and reports all its errors at once. `levels` are written `id=off|info|warning|error`. */
export async function readLintConfig(
  context: CommandContext,
  levels: readonly string[] = [],
  own: readonly Rule[] = [],
): Promise<RunConfig> {
  const { collisionRule, defaultConfig, readLintConfig: read, rules } = await import('@dragoman/lint');
  const known = [...rules, ...own, collisionRule].map(({ id }) => id);
  const { config, faults } = await findConfig(context, (value) => read(value as never, known));
  if (faults.length > 0) throw new UsageError(`the configuration is invalid: ${faults.join('; ')}`);
  const given = levels.map((text) => {
    const [, id = '', level] = /^([a-z-]+)=(off|info|warning|error)$/.exec(text) ?? [];
    if (level === undefined) throw new UsageError(`--rule takes <id>=off|info|warning|error, not "${text}"`);
    if (!known.includes(id)) throw new UsageError(`unknown rule ${id}; --list-rules lists all rules`);
    return [id, level as Severity | 'off'] as const;
  });
  const base = config ?? defaultConfig;
  const spectral = await findSpectralLevels(context);
  const levelsOf = (source?: string): RuleLevels => {
    const matching = spectral.overrides.filter(({ files }) => files.some((file) => isMatch(context, file, source)));
    const ruleset = [spectral, ...matching].map((each) => each.levels);
    return Object.assign({}, ...ruleset, base.levels, Object.fromEntries(given));
  };
  return { ...base, levels: levelsOf(), levelsOf };
}

/** As in Spectral, a pattern without a slash matches file names in every folder. */
function isMatch({ runtime }: CommandContext, pattern: string, source: string | undefined): boolean {
  if (source === undefined || source === '-' || /^https?:/i.test(source)) return false;
  return matchesPattern(runtime, pattern.includes('/') ? pattern : `**/${pattern}`, source);
}

/** The overrides of a Spectral ruleset in the current directory; those without a counterpart are named. */
async function findSpectralLevels(context: CommandContext): Promise<SpectralLevels> {
  for (const path of spectralFiles) {
    const value = await readLintFile(context, path, { optional: true });
    if (value === undefined) continue;
    const found = readSpectralLevels(value);
    const { overrides, others } = found;
    const count = new Set([found, ...overrides].flatMap(({ levels }) => Object.keys(levels))).size;
    if (count > 0) context.print.note(line`${path} sets the severity of ${count} ${count === 1 ? 'rule' : 'rules'}`);
    if (others.length > 0)
      context.print.note(
        line`${path}: no counterpart of ${others.slice(0, 5).join(', ')}${others.length > 5 ? ` and ${others.length - 5} more` : ''}`,
      );
    return found;
  }
  return { levels: {}, overrides: [], others: [] };
}

async function findConfig(
  context: CommandContext,
  read: (value: unknown) => { config: LintConfig; faults: readonly string[] },
): Promise<{ config?: LintConfig; faults: readonly string[] }> {
  const named = context.options.text('config');
  for (const path of named === undefined ? configFiles : [named]) {
    const value = await readLintFile(context, path, { optional: named === undefined });
    if (value !== undefined) return read(value);
  }
  return { faults: [] };
}
