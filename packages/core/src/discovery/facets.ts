/**
 * The facts of an entry that conditions compare, as labels in a normalized form, and conditions as steps over those
 * labels. A label of a field and the field itself are keys of one dictionary.
 */
import type { Entry, JsonValue } from '@dragoman/model';
import { operationAuthentication } from '../catalogue/entry-facts.js';
import type { Condition } from '../catalogue/index-port.js';
import { foldLabel } from './fold.js';
import { languageRanges, languageTag } from './languages.js';

const modelFields: ReadonlySet<string> = new Set([
  'capability',
  'tag',
  'language',
  'authentication',
  'operation_authentication',
  'publisher',
  'status',
  'version',
  'impact',
  'service_content',
]);

/** Maximum number of labels of one model field; further ones cannot be used for filtering. */
const maxLabels = 512;
/** Maximum total number of labels of all members of `extra`. */
const maxExtraLabels = 64;
const maxLabelLength = 256;
const maxFieldLength = 128;
/** Separates field and label; neither may contain it. */
const separator = '\u0000';

/** The dictionary key of entries that declare no language. */
export const noLanguage = `language${separator}`;

/** The dictionary key of all entries with a value for the field. */
export function fieldKey(field: string): string {
  return field;
}

function labelKey(field: string, label: string): string {
  return `${field}${separator}${label}`;
}

/** The label in comparable form; empty, and so without a key, when it is too long. */
function plainLabel(value: string): string {
  if (value.length > maxLabelLength) return '';
  return foldLabel(value.includes(separator) ? value.replaceAll(separator, ' ') : value);
}

/** AIDIP writes kinds of authentication in lower case with underscores. */
function authenticationLabel(value: string): string {
  return plainLabel(value).replace(/[\s-]+/g, '_');
}

function scalarLabels(value: JsonValue | undefined): string[] {
  const values = Array.isArray(value) ? value.slice(0, maxExtraLabels) : [value];
  return values.flatMap((one) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [plainLabel(String(one))] : [],
  );
}

function languageLabels(entry: Entry): string[] {
  return entry.languages.slice(0, maxLabels).flatMap((language) => languageRanges(languageTag(language)));
}

function modelLabels(entry: Entry): [field: string, labels: string[]][] {
  const provider = Object.hasOwn(entry.extra, 'provider') ? scalarLabels(entry.extra.provider) : [];
  const authentication = entry.authentication === undefined ? 'none' : entry.authentication.type;
  return [
    ['capability', entry.capabilities.slice(0, maxLabels).map(plainLabel)],
    ['tag', entry.tags.slice(0, maxLabels).map(plainLabel)],
    ['language', languageLabels(entry)],
    ['authentication', authentication === undefined ? [] : [authenticationLabel(authentication)]],
    ['operation_authentication', operationAuthentication(entry).map(authenticationLabel)],
    ['publisher', entry.publisher === undefined ? provider : [plainLabel(entry.publisher), ...provider]],
    ['status', [entry.status]],
    ['version', entry.version === undefined ? [] : [plainLabel(entry.version)]],
    ['impact', impactLabels(entry.operations)],
    ['service_content', contentLabels(entry)],
  ];
}

function contentLabels({ content }: Entry): string[] {
  if (content === undefined) return [];
  const { prompts, resources, templates } = content;
  return [
    ...(prompts.length > 0 ? ['prompts'] : []),
    ...(resources.length + templates.length > 0 ? ['resources'] : []),
  ];
}

function impactLabels(operations: Entry['operations']): string[] {
  return operations.slice(0, maxLabels).flatMap(({ impact }) => impact ?? []);
}

function isExtraField(field: string): boolean {
  return field !== '' && field.length <= maxFieldLength && !field.includes(separator) && !modelFields.has(field);
}

function addLabels(keys: Set<string>, field: string, labels: readonly string[]): void {
  for (const label of labels) {
    if (label === '' || label.length > maxLabelLength) continue;
    keys.add(labelKey(field, label));
    keys.add(fieldKey(field));
  }
}

/** The dictionary keys of everything that the entry can be filtered by; each key once. */
export function facetKeys(entry: Entry): Set<string> {
  const keys = new Set<string>();
  for (const [field, labels] of modelLabels(entry)) addLabels(keys, field, labels);
  if (!keys.has(fieldKey('language'))) keys.add(noLanguage);
  let left = maxExtraLabels;
  for (const [field, value] of Object.entries(entry.extra)) {
    if (left <= 0) break;
    if (!isExtraField(field)) continue;
    const labels = scalarLabels(value).slice(0, left);
    addLabels(keys, field, labels);
    left -= labels.length;
  }
  return keys;
}

/** The keys that conditions use; the others only show whether a field is known. */
export function conditionKeys(keys: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...keys].filter((key) => key.includes(separator)));
}

/** The condition keys of an entry with the impacts and tags of these operations, derived from its other keys. */
export function withOwnLabels(keys: ReadonlySet<string>, operations: Entry['operations']): ReadonlySet<string> {
  const all = new Set(keys);
  for (const label of impactLabels(operations)) all.add(labelKey('impact', label));
  for (const { tags } of operations) {
    for (const label of tags.slice(0, maxLabels).map(plainLabel)) if (label !== '') all.add(labelKey('tag', label));
  }
  return all;
}

/** What the dictionary keys of a field begin with; the label follows. */
export function fieldPrefix(field: string): string {
  return `${field}${separator}`;
}

/** The key of a language that a query mentions. */
export function languageKey(code: string): string {
  return labelKey('language', code);
}

/** Keys that satisfy one value of a condition; empty when every entry does. */
function valueKeys(field: string, value: string): string[] {
  if (field === 'authentication' || field === 'operation_authentication')
    return [labelKey(field, authenticationLabel(value))];
  if (field !== 'language') return [labelKey(field, plainLabel(value))];
  const range = languageTag(value);
  return range === '*' ? [] : [labelKey(field, range), noLanguage];
}

/**
 * Conditions as steps that must all be satisfied: an entry satisfies a step when it has one of its keys. A condition
 * without values gives no step.
 */
export function conditionSteps(conditions: readonly Condition[]): string[][] {
  const steps: string[][] = [];
  for (const { field, values, mode } of conditions) {
    const alternatives = values.map((value) => valueKeys(field, value));
    if (alternatives.some((keys) => keys.length === 0) && mode === 'any') continue;
    if (mode === 'all') steps.push(...alternatives.filter((keys) => keys.length > 0));
    else if (alternatives.length > 0) steps.push([...new Set(alternatives.flat())]);
  }
  return steps;
}

/** True when a condition requires a particular language, so that declaring it affects the order. */
export function asksForLanguage(conditions: readonly Condition[]): boolean {
  return conditions.some(
    ({ field, values }) => field === 'language' && values.some((value) => languageTag(value) !== '*'),
  );
}
