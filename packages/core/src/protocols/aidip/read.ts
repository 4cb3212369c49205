/**
 * Converts AIDIP metadata to an entry. All problems of the document are reported at once; members that the model does
 * not represent are kept in `extra`, and so are members in a form that the model would lose, so that they are served
 * unchanged.
 */

import { defaultJsonLimits, exceedsLimits } from '@dragoman/documents';
import type { EntryStatus, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { hashDocument } from '../../documents/hash-document.js';
import { toSlug } from '../../documents/identifier.js';
import { nameUuid } from '../../documents/name-uuid.js';
import type { EntryDraft, ReadContext, Reader } from '../../documents/reader.js';
import type { Findings, Place } from './findings.js';
import { createFindings, member, without } from './findings.js';
import { readAccess } from './read-access.js';
import { readAuthentication } from './read-authentication.js';
import { readEndpoint, readUpstream } from './read-endpoint.js';
import { readLabels, readText, warnInvisible } from './read-fields.js';
import { readId } from './read-id.js';
import { readOperations } from './read-operations.js';
import { claimNames, readTrust } from './read-trust.js';
import { documentLimits } from './wire.js';

/** Reads one AIDIP metadata document of either revision and style. */
export const readAidip: Reader = (document, context) => {
  const findings = createFindings(context.uri);
  if (!isJsonObject(document)) {
    findings.report('aidip/not-an-object', '');
    return { diagnostics: findings.list() };
  }
  const exceeded = exceedsLimits(document, defaultJsonLimits);
  if (exceeded !== undefined) {
    const what = exceeded === 'values' ? 'values' : 'levels of nesting';
    findings.report('aidip/too-large', '', { limit: defaultJsonLimits[exceeded], what });
    return { diagnostics: findings.list() };
  }
  const draft = readDocument({ object: document, pointer: '', findings }, context);
  return { ...(findings.hasErrors() ? {} : { value: draft }), diagnostics: findings.list() };
};

/** Reads the members in the order of the AIDIP specification, so that diagnostics have that order too. */
function readDocument(place: Place, context: ReadContext): EntryDraft {
  const { object, findings } = place;
  const id = readId(place);
  const name = readName(place);
  const description = readDescription(place);
  const version = readText(place, 'version', { limit: documentLimits.label });
  const publisher = readText(place, 'publisher', { limit: documentLimits.name });
  const provider = readText(place, 'provider', { limit: documentLimits.name });
  requireRecommended(place, context.strict);
  const capabilities = readCapabilities(place);
  const tags = readLabels(place, 'tags');
  const own = { id: id ?? context.id, origins: context.ownOrigins };
  const endpoint = readEndpoint(place, own, true) ?? '';
  const upstream = readUpstream(place, own, endpoint);
  const languages = readLabels(place, 'supported_languages') ?? [];
  const authentication = readAuthentication(place);
  const status = readStatus(place);
  const trust = readTrust(place);
  const access = readAccess(place);
  noteOddMembers(place);
  const hash = once(() => hashDocument(object));
  const identity = once(() => own.id ?? `${hash()} ${context.at} ${context.uri ?? ''}`);
  const operationId = (wireName: string | undefined) => nameUuid('aidip-operation', identity(), wireName ?? '');
  const operations = readOperations(place, { own, endpoint: upstream ?? endpoint, description, operationId });
  noteDataPractice(object, findings);
  return {
    ...(id === undefined ? {} : { id }),
    slug: toSlug(name, 'agent'),
    name,
    description,
    ...(version === undefined ? {} : { version }),
    ...optionalPublisher(publisher ?? provider),
    status,
    ...access,
    capabilities,
    tags: tags ?? [],
    languages,
    endpoint,
    ...(authentication === undefined ? {} : { authentication }),
    trust,
    operations: operations.operations,
    origin: {
      protocol: 'aidip',
      ...(context.uri === undefined ? {} : { uri: context.uri }),
      // A rejected document is not hashed.
      hash: findings.hasErrors() ? '' : hash(),
      at: context.at,
    },
    derived: listDerived(object),
    extra: listExtra(object, [...operations.used, ...(upstream === undefined ? [] : ['upstream'])]),
  };
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function optionalPublisher(publisher: string | undefined): Pick<EntryDraft, 'publisher'> {
  return publisher === undefined ? {} : { publisher };
}

function readName(place: Place): string {
  const name = readText(place, 'name', { limit: documentLimits.name, required: true, filled: true });
  warnInvisible(place, 'name', name);
  return name ?? '';
}

function readDescription(place: Place): string {
  const description = readText(place, 'description', { limit: documentLimits.description, required: true });
  if (description?.trim() === '') place.findings.report('aidip/empty-description', '/description');
  return description ?? '';
}

function readCapabilities(place: Place): string[] {
  const capabilities = readLabels(place, 'capabilities', true) ?? [];
  const value = member(place.object, 'capabilities');
  if (Array.isArray(value) && value.length === 0) place.findings.report('aidip/no-capabilities', '/capabilities');
  return capabilities;
}

/** Members that -00 left optional: required in strict mode, noted otherwise (aidip.md GAP-10). */
function requireRecommended({ object, findings }: Place, strict: boolean): void {
  for (const name of ['version', 'publisher', 'tags']) {
    const present = member(object, name) ?? (name === 'publisher' ? member(object, 'provider') : undefined);
    if (present === undefined) findings.report(strict ? 'aidip/missing' : 'aidip/recommended-missing', `/${name}`);
  }
}

const statuses: readonly EntryStatus[] = ['active', 'inactive', 'deprecated'];

function isStatus(text: string): text is EntryStatus {
  return (statuses as readonly string[]).includes(text);
}

function readStatus(place: Place): EntryStatus {
  const text = readText(place, 'status', { limit: documentLimits.label });
  if (text === undefined) return 'active';
  const status = text.trim().toLowerCase();
  if (isStatus(status)) return status;
  place.findings.report('aidip/unknown-status', '/status');
  return 'active';
}

/** Members of -00 without a defined type: kept unchanged, with a warning when a client may fail on them. */
function noteOddMembers({ object, findings }: Place): void {
  const note = (name: string, usual: boolean, expected: string) => {
    if (member(object, name) !== undefined && !usual) findings.report('aidip/unusual-type', `/${name}`, { expected });
  };
  const time = member(object, 'last_update');
  note('protocols', Array.isArray(member(object, 'protocols')), 'an array of strings');
  note('license', typeof member(object, 'license') === 'string', 'a string');
  note('last_update', typeof time === 'string' && rfc3339.test(time), 'an RFC 3339 timestamp');
}

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

function noteDataPractice(object: JsonObject, findings: Findings): void {
  const disclosed = Object.keys(object).some((name) =>
    /privacy|retention|logging|data[_-]?(practice|polic|handling|use)/i.test(name),
  );
  if (!disclosed) findings.report('aidip/no-data-practice', '');
}

const modelled = [
  'id',
  'name',
  'description',
  'version',
  'publisher',
  'capabilities',
  'tags',
  'endpoint',
  'authentication',
  'visibility',
  'grants',
  ...claimNames,
] as const;

/** Unknown members, and known ones whose exact form the model would lose. */
function listExtra(object: JsonObject, used: readonly string[]): JsonObject {
  const carried = new Set<string>([...modelled, ...used]);
  const status = member(object, 'status');
  if (typeof status === 'string' && isStatus(status)) carried.add('status');
  if (!isEmptyList(member(object, 'supported_languages'))) carried.add('supported_languages');
  return without(object, carried);
}

function isEmptyList(value: JsonValue | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function listDerived(object: JsonObject): string[] {
  const derived = ['/slug'];
  if (member(object, 'publisher') === undefined && member(object, 'provider') !== undefined) derived.push('/publisher');
  for (const name of ['tags', 'status', 'visibility', 'grants']) {
    if (member(object, name) === undefined) derived.push(`/${name}`);
  }
  return derived;
}
