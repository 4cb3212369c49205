/** `dragoman lint`: checks how well an API description serves AI agents; nothing is sent over the network. */
import { resolve } from 'node:path';
import type { LintReport, Meaning, Rule } from '@dragoman/lint';
import { isFailure, isJsonObject } from '@dragoman/model';
import type { Command, CommandContext, ExitCode } from '../command/command.js';
import { UsageError } from '../command/usage-error.js';
import { type FileBundle, openBundle } from '../files/bundle-files.js';
import { findInputs } from '../lint/find-inputs.js';
import { type RunConfig, readLintConfig } from '../lint/lint-config.js';
import { readLintFile, readLintInput } from '../lint/lint-inputs.js';
import { openMeaning } from '../lint/open-meaning.js';
import { loadOwnRules } from '../lint/own-rules.js';
import { recordFiles } from '../lint/record-files.js';
import {
  explainRuleLines,
  lintFindingLines,
  lintSummaryLines,
  lintVerdictLines,
  plural,
} from '../output/lint-report.js';
import { reachesFailOn, reportOptions, writeReport } from '../output/write-report.js';
import { line, type Painted } from '../terminal/paint.js';

/** Checks API descriptions against the Agent-Friendly Profile. */
export const lint: Command = {
  name: 'lint',
  summary: 'Check how well API descriptions serve AI agents',
  details:
    'Reads OpenAPI 3.x and Swagger 2.0, and lists of MCP or N-ACT tools, AIDIP and AGIS documents, as far as the ' +
    'rules apply. Findings are ' +
    'recommendations of the Agent-Friendly HTTP API Profile; set their severities in dragoman-lint.yaml. Exit code 0 when ' +
    'no finding reaches --fail-on or the baseline was written, 1 when one does, 2 when a document or the configuration cannot be read.',
  arguments: [
    {
      name: 'file',
      required: false,
      multiple: true,
      description: 'Files, folders, patterns such as "apis/**/*.{yaml,json}", http URLs, or "-" for standard input',
    },
  ],
  options: [
    ...reportOptions,
    {
      name: 'config',
      value: 'file',
      description: 'Configuration (default: dragoman-lint.yaml or .json in the current directory)',
    },
    {
      name: 'rule',
      value: 'id=level',
      multiple: true,
      description: 'Set a rule to off, info, warning or error (repeatable)',
    },
    {
      name: 'rules',
      value: 'module',
      multiple: true,
      description: 'JavaScript module that exports your own rules (repeatable)',
    },
    { name: 'list-rules', description: 'List all rules with their severities' },
    { name: 'watch', description: 'Check again when a file changes' },
    { name: 'baseline', value: 'file', description: 'File with known findings; --new-only omits them' },
    { name: 'new-only', description: 'Report only findings that are not in the baseline' },
    { name: 'write-baseline', description: 'Write the current findings to the baseline' },
    {
      name: 'meaning',
      value: 'auto|off',
      description: 'auto compares texts by meaning too, if the built-in model is installed; off compares by words only',
    },
    { name: 'fix', description: 'Apply the safe fixes to the files' },
    { name: 'all', description: 'Also show findings of severity info' },
    { name: 'all-findings', description: 'Show every finding of a rule, not only the first five' },
    { name: 'explain', value: 'rule', description: 'Explain a rule, with an example' },
  ],
  examples: [
    { line: 'dragoman lint openapi.yaml', explanation: 'What to improve, and where' },
    { line: 'dragoman lint openapi.yaml --format html --output report.html', explanation: 'Write an HTML report' },
    {
      line: 'dragoman lint api.json --baseline known.json --new-only --format github',
      explanation: 'In CI: only new findings',
    },
    { line: 'dragoman lint --explain use-when-missing', explanation: 'Explain one rule' },
  ],
  async run(context) {
    const { options, args } = context;
    const rule = options.text('explain');
    if (rule !== undefined) return explain(context, rule);
    if (options.flag('list-rules')) return listRules(context);
    if (args.length === 0)
      throw new UsageError('<file> is missing: give a file, a folder, a URL, or "-" for standard input');
    if (!options.flag('watch')) return lintAll(context);
    return lintAgain(context);
  },
};

/** Checks the documents once; text appears document by document, other formats are written at the end. */
async function lintAll(context: CommandContext): Promise<ExitCode> {
  const { options, args, print, runtime } = context;
  const { collisionRule, countByRule, createCollisionFinder, createSuppressor, repairOf, rules } = await import(
    '@dragoman/lint'
  );
  const known = [...rules, collisionRule].map(({ id }) => id);
  const ownRules = await loadOwnRules(runtime, options.texts('rules'), known);
  const config = await readLintConfig(context, options.texts('rule'), ownRules);
  const meaning = await openMeaning(context);
  const { settings, levels, ignore } = config;
  const findSuppression = createSuppressor(ignore);
  const collide = createCollisionFinder({
    settings,
    levels,
    findSuppression,
    ...(meaning === undefined ? {} : { meaning }),
  });
  const baseline = await openBaseline(context);
  const style = {
    color: print.color,
    width: print.width,
    all: options.flag('all'),
    perRule: options.flag('all-findings') ? Number.POSITIVE_INFINITY : 5,
    repairOf,
  };
  const textOf = (report: LintReport) => [
    ...lintSummaryLines(report, { color: style.color, all: style.all, countByRule }),
    ...lintFindingLines(report, style),
    ...lintVerdictLines(report, style),
  ];
  const output = options.text('output');
  // The baseline records the findings, so the report of the same findings would only hide what was written.
  const isText =
    !print.json &&
    (options.text('format') ?? 'text') === 'text' &&
    !(output === undefined && options.flag('write-baseline'));
  const lines: Painted[] = [];
  const show = (each: Painted) => (output === undefined ? print.out(each) : lines.push(each));
  const sources = await findInputs(runtime, args);
  const [all, shown]: [LintReport[], LintReport[]] = [[], []];
  for (const [at, source] of sources.entries()) {
    if (sources.length > 1) print.progress(line`${progressBar(at, sources.length)} ${source}`);
    const report = collide(await lintOne(context, source, { config, meaning, ownRules }));
    const kept = baseline(report);
    all.push(report);
    shown.push(kept);
    print.progress(undefined);
    if (isText) for (const each of textOf(kept)) show(each);
    const omitted = report.findings.length - kept.findings.length;
    if (isText && omitted > 0) show(line`  ${plural(omitted, 'known finding')} of the baseline omitted`);
  }
  if (sources.length > 1 && isText) show(comparisonLine(shown));
  await writeBaselineOf(context, all);
  await writeReport(context, shown, { text: () => lines });
  if (shown.some(({ target }) => target === undefined)) return 2;
  // Findings that were just written to the baseline are known, so they do not fail the run.
  if (options.flag('write-baseline')) return 0;
  return reachesFailOn(context, shown) ? 1 : 0;
}

/** Characters of the progress bar. */
const barWidth = 20;

function progressBar(done: number, all: number): string {
  const filled = Math.round((barWidth * done) / all);
  return `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] ${done} of ${all}`;
}

/** The documents of a run in one line, with the lowest and the highest score. */
function comparisonLine(reports: readonly LintReport[]): Painted {
  const totals = reports.flatMap(({ score }) => score.total ?? []).sort((one, other) => one - other);
  const scores = totals.length === 0 ? '' : `, scores from ${totals[0]} to ${totals.at(-1)}`;
  return line`${reports.length} documents${scores}`;
}

/** Checks the documents, and again after each change of a file, until the user stops it. */
async function lintAgain(context: CommandContext): Promise<ExitCode> {
  const { args, options, print, runtime } = context;
  const local = args.filter((source) => source !== '-' && !/^https?:/i.test(source));
  if (local.length === 0) throw new UsageError('--watch needs files; it cannot watch a URL or standard input');
  const written = [options.text('output'), options.flag('write-baseline') ? options.text('baseline') : undefined];
  const recorded = recordFiles(
    runtime,
    local,
    written.flatMap((path) => path ?? []),
  );
  const again = { ...context, runtime: recorded.runtime };
  let code = await lintAll(again);
  print.note(line`Waiting for changes; Ctrl-C stops`);
  for await (const _ of runtime.watchFiles(recorded.watched, runtime.signal)) {
    try {
      code = await lintAll(again);
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      print.note(line`${error.message}`);
    }
    print.note(line`Waiting for changes; Ctrl-C stops`);
  }
  return code;
}

async function listRules({ print, options, runtime }: CommandContext): Promise<ExitCode> {
  const { collisionRule, rules, sectionOf } = await import('@dragoman/lint');
  const own = await loadOwnRules(
    runtime,
    options.texts('rules'),
    [...rules, collisionRule].map(({ id }) => id),
  );
  const all = [...rules, collisionRule, ...own].map((rule) => {
    const { id, severity, requirement, help } = rule;
    return { id, severity, requirement, section: sectionOf(rule), help };
  });
  if (print.json) print.value({ count: all.length, rules: all });
  else {
    print.table(
      // The requirement names the section; a fourth column does not fit 80 characters.
      [{ title: 'rule' }, { title: 'severity' }, { title: 'requirement' }],
      all.map(({ id, severity, requirement }) => [id, severity, requirement]),
    );
  }
  return 0;
}

async function explain({ print, options, runtime }: CommandContext, id: string): Promise<ExitCode> {
  const { buildCase, collisionRule, repairOf, rules } = await import('@dragoman/lint');
  const { writeYaml } = await import('@dragoman/core/descriptions');
  const known = [...rules, collisionRule].map((each) => each.id);
  const own = await loadOwnRules(runtime, options.texts('rules'), known);
  const plain = [collisionRule, ...own].find((each) => each.id === id);
  if (plain !== undefined) {
    if (print.json) print.value({ ...plain, check: undefined });
    else for (const shown of explainRuleLines(plain, undefined, { color: print.color })) print.out(shown);
    return 0;
  }
  const rule = rules.find((each) => each.id === id);
  if (rule === undefined) throw new UsageError(`unknown rule ${id}; --list-rules lists all rules`);
  const [bad] = rule.cases.bad;
  const given = Array.isArray(bad) ? bad[0] : bad;
  const repair = repairOf(id);
  const style = { color: print.color, repair };
  if (print.json) print.value({ ...rule, repair, check: undefined });
  else for (const shown of explainRuleLines(rule, writeYaml(buildCase(given)), style)) print.out(shown);
  return 0;
}

/** Settings that apply to every document of a run. */
interface LintPlan {
  config: RunConfig;
  meaning: Meaning | undefined;
  ownRules: readonly Rule[];
}

async function lintOne(context: CommandContext, source: string, plan: LintPlan): Promise<LintReport> {
  const { config, meaning, ownRules } = plan;
  const { createSuppressor, fixDocument, lintDocument } = await import('@dragoman/lint');
  const { settings, attested, ignore } = config;
  const uri = source === '-' ? 'standard input' : source;
  const lintBytes = async (bytes: Uint8Array) => {
    const bundle = await findBundle(context, source, bytes);
    return lintDocument(bytes, {
      uri,
      levels: config.levelsOf(source),
      ownRules,
      settings,
      attested,
      findSuppression: createSuppressor(ignore),
      ...(meaning === undefined ? {} : { meaning }),
      ...(bundle === undefined ? {} : { bundle }),
    });
  };
  const report = await lintBytes(await readLintInput(context, source));
  if (!context.options.flag('fix')) return report;
  if (source === '-' || /^https?:/i.test(source)) throw new UsageError(`--fix needs files; it cannot edit ${uri}`);
  const { text, applied } = fixDocument(report.text, report.findings);
  if (applied === 0) return report;
  await context.runtime.writeFile(resolve(context.runtime.cwd, source), text);
  context.print.note(line`${applied} ${applied === 1 ? 'edit' : 'edits'} made in ${uri}`);
  return lintBytes(new TextEncoder().encode(text));
}

/** The files that a file on disk references; documents from elsewhere are linted alone. */
async function findBundle(
  { runtime }: CommandContext,
  source: string,
  bytes: Uint8Array,
): Promise<FileBundle | undefined> {
  if (source === '-' || /^https?:/i.test(source)) return undefined;
  // A cheap test on the raw bytes: does any $ref point outside the document?
  const letters = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  if (!/\$ref["']?\s*:\s*["']?[^#"'\s]/.test(letters)) return undefined;
  const { parseDescription } = await import('@dragoman/documents');
  try {
    const value = parseDescription(bytes);
    return isJsonObject(value) ? await openBundle(runtime, source, value) : undefined;
  } catch (error) {
    // The linter reports unreadable documents with their location.
    if (isFailure(error)) return undefined;
    throw error;
  }
}

/** A function that leaves out the findings of the baseline, with `--new-only`. */
async function openBaseline(context: CommandContext): Promise<(report: LintReport) => LintReport> {
  const { options } = context;
  const path = options.text('baseline');
  if (path === undefined && (options.flag('new-only') || options.flag('write-baseline')))
    throw new UsageError('--new-only and --write-baseline need --baseline <file>');
  if (path !== undefined && !options.flag('new-only') && !options.flag('write-baseline'))
    throw new UsageError('--baseline needs --new-only, which omits its findings, or --write-baseline');
  if (path === undefined || !options.flag('new-only') || options.flag('write-baseline')) return (report) => report;
  const { onlyNew, readBaseline } = await import('@dragoman/lint');
  const value = await readLintFile(context, path);
  const baseline = value === undefined ? undefined : readBaseline(value);
  if (baseline === undefined) throw new UsageError(`${path} is not a baseline; create one with --write-baseline`);
  return (report) => onlyNew(report, baseline);
}

async function writeBaselineOf(context: CommandContext, reports: readonly LintReport[]): Promise<void> {
  const { options, runtime, print } = context;
  const path = options.text('baseline');
  if (path === undefined || !options.flag('write-baseline')) return;
  const { writeBaseline } = await import('@dragoman/lint');
  await runtime.writeFile(resolve(runtime.cwd, path), writeBaseline(reports));
  const count = reports.reduce((sum, { findings }) => sum + findings.length, 0);
  print.note(line`Wrote the baseline to ${path} (${plural(count, 'finding')})`);
}
