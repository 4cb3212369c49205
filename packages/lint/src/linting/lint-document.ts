/**
 * Lints a document's bytes: findings with line and column, score and label. The fast parser reads the value; positions
 * are computed only for findings.
 */

import { convertSwagger, isSwagger } from '@dragoman/core/descriptions';
import { type OpenedDescription, openDescription } from '@dragoman/documents';
import type { Diagnostic, JsonObject, Severity } from '@dragoman/model';
import { Failure, isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation } from '../api/api.js';
import { projectTools } from '../api/project-tool.js';
import { readApi } from '../api/read-api.js';
import { readTools } from '../api/read-tools.js';
import type { LintFinding, Rule } from '../rule-model/rule.js';
import { rules } from '../rules/index.js';
import type { Meaning } from '../settings/meaning.js';
import { defaultSettings, type LintSettings } from '../settings/settings.js';
import { describeSuppressions } from './describe-suppressions.js';
import { type Attestations, evaluateLabel, type LabelLine, type Verdict } from './label.js';
import { lintApi, type RuleLevels, type RuleMemory } from './lint-api.js';
import { createLocationFinder, type LocationFinder, locateInFiles } from './location-finder.js';
import { type Score, type ScoreOptions, scoreApi } from './score.js';
import { applySuppressions, findSuppressions, suppressionMember } from './suppressions.js';

/** Lint options. */
export interface LintOptions {
  /** URL or file name, repeated in every location. */
  uri?: string;
  settings?: LintSettings;
  /** Severity overrides by rule. */
  levels?: RuleLevels;
  /** Rules in addition to the built-in ones. */
  ownRules?: readonly Rule[];
  attested?: Attestations;
  /** The document with the files that it references. */
  bundle?: LintedBundle;
  /** Suppressions with reasons; applied after those in the document itself. */
  findSuppression?: (finding: LintFinding) => string | undefined;
  /** Compares texts by meaning; without it, texts are compared by words. */
  meaning?: Meaning;
}

/** A multi-file document. */
export interface LintedBundle {
  /** The bundled document, as created by `bundleDocuments`. */
  document: JsonObject;
  /** The files by their pointers in the bundle. */
  files: readonly { uri: string; bytes: Uint8Array }[];
}

/** One exposed operation and the token cost of its tool. */
export interface LintedOperation {
  label: string;
  tokens: number;
  pointer: string;
  summary?: string;
}

/** One check of a running API. */
export interface CheckLine {
  id: string;
  requirement: string;
  title: string;
  verdict: Verdict;
  /** What was observed, or why nothing could be observed. */
  reason: string;
}

/** The result of linting one document. */
export interface LintReport {
  uri?: string;
  /** `openapi` or `tools`; undefined when the document could not be read at all. */
  target?: Api['target'];
  title?: string;
  /** How texts were compared: `words`, or the name of the embedding model. */
  likeness?: string;
  findings: readonly LintFinding[];
  suppressed: readonly (LintFinding & { reason: string })[];
  /** Rule → number of findings beyond the limit. */
  beyond: Readonly<Record<string, number>>;
  operations: readonly LintedOperation[];
  score: Score;
  label: readonly LabelLine[];
  /** Results of the live checks, when the API was probed. */
  checks?: readonly CheckLine[];
  /** The text that locations refer to. */
  text: string;
  /** Finds more locations in the text. */
  place?: LocationFinder;
}

/** Chooses what is kept of earlier runs, once the document has been read. */
export type Remember = (api: Api) => RuleMemory;

/** Lints a document; never throws because of its content. */
export function lintDocument(bytes: Uint8Array, options: LintOptions = {}, remember?: Remember): LintReport {
  let opened: OpenedDescription;
  try {
    opened = openDescription(bytes);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return refuse({ text: new TextDecoder().decode(bytes), options, faults: faultsOf(error) });
  }
  const { text } = opened;
  const places = createLocationFinder(bytes, opened);
  const value = options.bundle?.document ?? opened.value;
  const api = isJsonObject(value) ? openApi(value, options.settings ?? defaultSettings) : undefined;
  if (api === undefined || !isJsonObject(value)) {
    const fault = {
      pointer: '',
      message: 'The document is not OpenAPI 3.x, Swagger 2.0 or a supported list of tools',
    };
    return refuse({ text, options, faults: [fault] });
  }
  const { meaning } = options;
  const everywhere = options.bundle === undefined ? places : locateInFiles(places, options.bundle.files);
  const memory = remember?.(api);
  return lintOpened(meaning === undefined ? api : { ...api, meaning }, {
    ...{ value, text, places: everywhere, options },
    ...(memory === undefined ? {} : { memory }),
  });
}

interface Opened {
  value: JsonObject;
  text: string;
  places: LocationFinder;
  options: LintOptions;
  memory?: RuleMemory;
}

function lintOpened(api: Api, { value, text, places, options, memory }: Opened): LintReport {
  const { uri, levels, attested, findSuppression } = options;
  const { findings: reported, beyond } = lintApi(api, [...rules, ...(options.ownRules ?? [])], levels, memory);
  const { sourceOf } = api;
  const placed = new Set(rules.filter(({ inGiven }) => inGiven === true).map(({ id }) => id));
  const raw = reported.map((finding) =>
    sourceOf === undefined || placed.has(finding.rule) ? finding : leadBack(finding, sourceOf),
  );
  const suppressions = options.bundle || text.includes(suppressionMember) ? findSuppressions(value) : [];
  const { kept, suppressed, used } = applySuppressions(raw, suppressions, value);
  const remarks = describeSuppressions(suppressions, used);
  const passed = kept.flatMap((finding) => {
    const reason = findSuppression?.(finding);
    return reason === undefined ? [] : [{ ...finding, reason }];
  });
  const gone = new Set(passed.map(({ fingerprint }) => fingerprint));
  const open = [...kept.filter(({ fingerprint }) => !gone.has(fingerprint)), ...remarks];
  const place = <T extends LintFinding>(finding: T): T => locateFinding(finding, places, uri);
  const findings = open.map(place).sort(byPlace);
  const title = isJsonObject(value.info) && typeof value.info.title === 'string' ? value.info.title : undefined;
  return {
    ...(uri === undefined ? {} : { uri }),
    ...(title === undefined ? {} : { title }),
    target: api.target,
    likeness: api.meaning?.model ?? 'words',
    findings: sourceOf === undefined ? findings : keepFirst(findings),
    suppressed: [...suppressed, ...passed].map(place),
    beyond,
    operations: api.exposed.map((operation) => describeOperation(api, operation)),
    score: scoreApi(api, findings, excuses([...suppressed, ...passed], levels)),
    label: api.target === 'openapi' ? evaluateLabel(api, findings, attested === undefined ? {} : { attested }) : [],
    text,
    place: places,
  };
}

/** What is suppressed with a reason need not hold, and what is turned off does not count. */
function excuses(suppressed: readonly LintFinding[], levels: RuleLevels = {}): ScoreOptions {
  const excused = new Set(suppressed.map(({ rule, operation = '' }) => `${rule} ${operation}`));
  return {
    isExcused: (rule, { label }) => excused.has(`${rule} ${label}`),
    unseen: (rule) => levels[rule] === 'off',
  };
}

/**
 * Maps locations of a converted document back to the original; drops edits of parts that exist only in the converted
 * document.
 */
function leadBack({ fix, ...finding }: LintFinding, sourceOf: (pointer: string) => string): LintFinding {
  const { location, related } = finding;
  const stays = fix !== undefined && sourceOf(fix.pointer) === fix.pointer;
  return {
    ...finding,
    location: { ...location, pointer: sourceOf(location.pointer) },
    ...(related === undefined
      ? {}
      : { related: related.map((each) => ({ ...each, pointer: sourceOf(each.pointer) })) }),
    ...(stays ? { fix } : {}),
  };
}

function describeOperation(api: Api, operation: ApiOperation): LintedOperation {
  const { label, summary } = operation;
  const pointer = api.sourceOf?.(operation.pointer) ?? operation.pointer;
  const tokens = api.once(projectTools).get(operation.pointer)?.tokens ?? 0;
  return { label, pointer, tokens, ...(summary === undefined ? {} : { summary }) };
}

/** The view of a document; undefined for unsupported formats. */
export function openApi(value: JsonObject, settings: LintSettings): Api | undefined {
  if (typeof value.openapi === 'string' && /^3\.[012](?:\.|$)/.test(value.openapi)) return readApi(value, settings);
  if (isSwagger(value)) {
    const { document, sourceOf } = convertSwagger(value);
    return { ...readApi(document, settings), sourceOf, given: value };
  }
  return readTools(value, settings);
}

/** Findings are not shared until they are returned, so their locations are set in place. */
function locateFinding<T extends LintFinding>(finding: T, places: LocationFinder, uri: string | undefined): T {
  const place = (pointer: string) => (uri === undefined ? places(pointer) : { uri, ...places(pointer) });
  finding.location = place(finding.location.pointer);
  if (finding.related !== undefined) finding.related = finding.related.map(({ pointer }) => place(pointer));
  return finding;
}

/** A response that operations share is converted once for each of them, and reported once. */
function keepFirst(findings: readonly LintFinding[]): LintFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ rule, message, location }) => {
    const key = `${rule}\n${location.pointer}\n${message}`;
    return !seen.has(key) && seen.add(key);
  });
}

function byPlace({ location: one, rule }: LintFinding, { location: other, rule: otherRule }: LintFinding): number {
  const lines = (one.start?.line ?? 0) - (other.start?.line ?? 0);
  const columns = (one.start?.column ?? 0) - (other.start?.column ?? 0);
  if (lines !== 0 || columns !== 0) return lines || columns;
  return rule < otherRule ? -1 : Number(rule > otherRule);
}

interface Fault {
  pointer: string;
  message: string;
}

function faultsOf(failure: Failure): Fault[] {
  const listed = (failure.fieldErrors ?? []).map(({ pointer, detail }) => ({
    pointer: pointer ?? '',
    message: detail ?? '',
  }));
  return listed.length > 0 ? listed : [{ pointer: '', message: failure.message }];
}

/** An unreadable document gives a single finding. */
function refuse(refused: { text: string; options: LintOptions; faults: readonly Fault[] }): LintReport {
  const { text, options, faults } = refused;
  const severity: Severity = 'error';
  const findings = faults.map(({ pointer, message }): LintFinding => {
    const found: Diagnostic = {
      code: 'lint/description-invalid',
      severity,
      message: `The document cannot be read: ${message.replace(/\.$/, '')}.`,
      help: 'Provide an OpenAPI 3.x or Swagger 2.0 document, or a list of tools, as JSON or YAML.',
      location: { ...(options.uri === undefined ? {} : { uri: options.uri }), pointer },
    };
    return {
      ...found,
      rule: 'description-invalid',
      requirement: 'PROF-DESC-01',
      section: 'description',
      fingerprint: message,
    };
  });
  return {
    ...(options.uri === undefined ? {} : { uri: options.uri }),
    findings,
    suppressed: [],
    beyond: {},
    operations: [],
    score: { abilities: [], fixes: [], sections: [] },
    label: [],
    text,
  };
}
