/**
 * Writes an entry as an AGIS document. Any entry becomes a conforming document: verbs, paths and sentences are
 * generated where the entry has none, the validator checks the result, and operations that cannot be fixed are left
 * out with a diagnostic.
 */

import type { AgisReport, AgisValidator, Finding } from '@dragoman/agis';
import {
  agisExtra,
  agisLimits,
  agisVersion,
  createAgisValidator,
  defined,
  memberOf,
  ownMembers,
  parseAgis,
  textOf,
} from '@dragoman/agis';
import type { Diagnostic, Entry, JsonObject, JsonValue, Operation } from '@dragoman/model';
import { diagnose, Failure, isJsonObject } from '@dragoman/model';
import { toSlug } from '../../documents/identifier.js';
import { releasedIn } from '../../gateway/held-texts.js';
import { agisDiagnostics } from './diagnostics.js';
import { endsOf } from './drafting/choose-paths.js';
import { collectionsOf } from './drafting/endpoint-facts.js';
import { interfaceSegments } from './drafting/interface-segments.js';
import { thingsOf } from './drafting/schema-thing.js';
import { splitsOf } from './drafting/split-compound.js';
import { sharedTexts } from './drafting/text-evidence.js';
import { wordCaseOf } from './drafting/word-case.js';
import { createSharedSchemas } from './hoist-definitions.js';
import type { PlannedEndpoint } from './write-endpoint.js';
import { writeEndpoint } from './write-endpoint.js';

export type { PlannedEndpoint } from './write-endpoint.js';

/** Options for writing a document. */
export interface WriteAgisOptions {
  /** AGTP address for an entry without its own. */
  agtp?: string;
  /** URL that the AGIS paths are appended to over HTTP. */
  httpBase?: string;
  /** Reuse one when writing many documents: it loads the word lists. */
  validator?: AgisValidator;
}

/** A written document with its validation report, the operations of its endpoints, and the diagnostics. */
export interface WrittenAgis {
  document: JsonObject;
  report: AgisReport;
  /** In the order of the document's endpoints. */
  endpoints: PlannedEndpoint[];
  diagnostics: Diagnostic[];
}

/** What must be written differently: members by operation id, and whole operations. */
interface Repairs {
  refused: Map<string, Map<string, string>>;
  leftOut: Map<string, string>;
}

/** Repair rounds; each one either fixes or leaves out, so two are enough, and the third verifies it. */
const rounds = 3;

/** What a document is written from: a stored entry, or one that was just read. */
export type AgisWritable = Omit<Entry, 'id' | 'owner' | 'visibility' | 'grants'>;

/** Writes any entry. */
export function writeAgis(entry: AgisWritable, options: WriteAgisOptions = {}): WrittenAgis {
  const validator = options.validator ?? createAgisValidator();
  const repairs: Repairs = { refused: new Map(), leftOut: new Map() };
  let written = compose(entry, { ...options, validator }, repairs);
  for (let round = 1; round < rounds && !written.report.conforms; round += 1) {
    if (!repair(written, repairs, round)) break;
    written = compose(entry, { ...options, validator }, repairs);
  }
  return written;
}

function compose(
  entry: AgisWritable,
  { validator, ...options }: WriteAgisOptions & { validator: AgisValidator },
  { refused, leftOut }: Repairs,
): WrittenAgis {
  const shared = createSharedSchemas();
  const base = options.httpBase === undefined ? ownBase(entry) : undefined;
  const writing = {
    entry,
    words: validator.words,
    shared,
    released: releasedIn(entry),
    taken: new Set<string>(),
    collections: collectionsOf(entry.operations),
    things: thingsOf(entry.operations),
    sharedTexts: sharedTexts(entry.operations),
    wordCase: wordCaseOf(entry.operations),
    base: interfaceSegments(entry),
    ends: endsOf(entry.operations),
    splits: splitsOf(entry, validator.words),
    ...(options.httpBase === undefined ? { own: { base } } : {}),
  };
  const kept = entry.operations.filter(({ id }) => !leftOut.has(id));
  const none = new Map<string, string>();
  const written = kept.map((operation, at) =>
    writeEndpoint(operation, writing, {
      pointer: `/endpoints/${at}`,
      refused: refused.get(operation.id) ?? none,
    }),
  );
  const document = assemble(entry, base === undefined ? options : { ...options, httpBase: base }, {
    endpoints: written.map(({ endpoint }) => endpoint),
    schemas: shared.schemas,
  });
  return {
    document,
    report: validate(document, validator),
    endpoints: written.map(({ planned }) => planned),
    diagnostics: [
      ...written.flatMap(({ diagnostics }) => diagnostics),
      ...leftOutFindings(entry.operations, leftOut),
      ...entryFindings(entry, document),
    ],
  };
}

const tooLarge =
  `The service is too large for one AGIS document, which has at most ${agisLimits.bytes / 2 ** 20} MB and ` +
  `${agisLimits.values} values. Find single operations with GET /catalogue/operations, or import the service in parts, ` +
  'each with its own id (`include` and `id` of an import, --include and --id of `dragoman add`).';

function validate(document: JsonObject, validator: AgisValidator): AgisReport {
  const { value } = parseAgis(new TextEncoder().encode(JSON.stringify(document)));
  // The document is generated, so only its size can be wrong.
  if (value === undefined) {
    throw new Failure('DOCUMENT_TOO_COMPLEX', { message: tooLarge });
  }
  return validator.validate(value);
}

/** Records what to write differently; false when nothing is left to try. */
function repair({ report, endpoints }: WrittenAgis, { refused, leftOut }: Repairs, round: number): boolean {
  let changed = false;
  for (const finding of report.findings.filter(({ severity }) => severity === 'error')) {
    const [, at, member] = /^\/endpoints\/(\d+)(?:\/semantic\/(\w+))?/.exec(finding.location.pointer) ?? [];
    const operation = endpoints[Number(at)]?.operation;
    if (at === undefined || operation === undefined) continue;
    changed = true;
    const members = refused.get(operation.id) ?? new Map<string, string>();
    const curable = member !== undefined || finding.pass === 6;
    if (round === 1 && curable) members.set(member ?? 'intent', finding.message);
    else leftOut.set(operation.id, finding.message);
    refused.set(operation.id, members);
  }
  return changed;
}

function assemble(
  entry: AgisWritable,
  { agtp, httpBase }: WriteAgisOptions,
  { endpoints, schemas }: { endpoints: JsonObject[]; schemas: JsonObject },
): JsonObject {
  const own = entry.origin.protocol === 'agis' ? agisExtra(entry.extra) : {};
  const { agtp: ownAddress, schemas: ownSchemas, vocabulary, ...more } = own;
  const allSchemas = { ...(isJsonObject(ownSchemas) ? ownSchemas : {}), ...schemas };
  return defined({
    agis: agisVersion,
    service: entry.name,
    agtp: textOf(ownAddress) ?? agtp ?? deriveAddress(entry),
    description: entry.derived.includes('/description') ? undefined : entry.description,
    version: entry.derived.includes('/version') ? undefined : entry.version,
    ...more,
    ...(httpBase === undefined ? {} : { [ownMembers.httpBase]: httpBase }),
    schemas: Object.keys(allSchemas).length === 0 ? undefined : allSchemas,
    endpoints,
    vocabulary: writeVocabulary(entry, endpoints, isJsonObject(vocabulary) ? vocabulary : {}),
    data_manifest: entry.dataManifest,
  });
}

/** The server of a service with HTTP requests; undefined when the document names one or none is known. */
function ownBase({ endpoint, operations, origin }: AgisWritable): string | undefined {
  if (origin.protocol === 'agis' || !operations.some(({ binding }) => binding.kind === 'http')) return undefined;
  const url = endpoint !== undefined && URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || `${url.username}${url.search}${url.hash}` !== '') {
    return undefined;
  }
  return endpoint?.replace(/\/+$/, '');
}

/** The declared verbs are those of the endpoints, in the author's order if there is one (§8.2). */
function writeVocabulary(entry: AgisWritable, endpoints: readonly JsonObject[], own: JsonObject): JsonObject {
  const used = [...new Set(endpoints.map(({ method }) => String(method)))];
  const listed = Array.isArray(own.declared_verbs) ? own.declared_verbs : [];
  const declared = listed.filter((verb) => typeof verb === 'string' && used.includes(verb.toUpperCase()));
  const more = used.filter((verb) => !declared.some((each) => String(each).toUpperCase() === verb));
  const isOwn = entry.origin.protocol === 'agis';
  return defined({
    declared_verbs: [...declared, ...more],
    domain: textOf(memberOf(own, 'domain')) ?? (isOwn ? undefined : domainOf(entry)),
    namespace: textOf(memberOf(own, 'namespace')) ?? (isOwn ? undefined : entry.slug),
    ...Object.fromEntries(
      Object.entries(own).filter(([name]) => !['declared_verbs', 'domain', 'namespace'].includes(name)),
    ),
  });
}

/** The first tag, otherwise the most common tag of the operations, otherwise the first capability (agis.md R33). */
function domainOf({ tags, operations, capabilities, extra }: AgisWritable): string | undefined {
  const counts = new Map<string, number>();
  for (const tag of operations.flatMap((operation) => operation.tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const [common] = [...counts].sort(([, a], [, b]) => b - a);
  const candidates = [tags[0], firstListed(memberOf(extra, 'tags')), common?.[0], capabilities[0]];
  return candidates.map((each) => (each === undefined ? '' : domainWord(each))).find((each) => each !== '');
}

/** A tag in words; none for versions, paths and tags that every document has. */
function domainWord(tag: string): string {
  const word = toSlug(tag, '');
  return /^(?:v?\d[\w-]*|default|apis?|public|misc|general|other)$/.test(word) ? '' : word;
}

/** The first of the tags that a description declares, as in OpenAPI. */
function firstListed(list: JsonValue | undefined): string | undefined {
  const [first] = Array.isArray(list) ? list : [];
  return isJsonObject(first) ? textOf(memberOf(first, 'name')) : undefined;
}

/** The host of the service, otherwise a reserved name (RFC 2606). */
function deriveAddress({ endpoint, operations, slug }: AgisWritable): string {
  const addresses = [endpoint, ...operations.map(addressOf)];
  const known = addresses.find((each) => each !== undefined && /^https?:/i.test(each) && URL.canParse(each));
  return `agtp://${known === undefined ? `${slug}.invalid` : new URL(known).hostname}`;
}

function addressOf({ binding }: Operation): string | undefined {
  switch (binding.kind) {
    case 'http':
      return binding.urlTemplate.replace(/[{}]/g, '');
    case 'aidip':
      return binding.endpoint;
    case 'nact':
      return binding.root;
    case 'mcp':
      return binding.server;
    default:
      return undefined;
  }
}

function leftOutFindings(operations: readonly Operation[], leftOut: ReadonlyMap<string, string>): Diagnostic[] {
  return operations.flatMap(({ id, name }) => {
    const reason = leftOut.get(id);
    if (reason === undefined) return [];
    return [diagnose(agisDiagnostics, 'agis/endpoint-left-out', { pointer: '' }, { operation: name, reason })];
  });
}

/** True when the endpoint's own request names what it requires. */
function namesCredentials({ binding }: Operation): boolean {
  return binding.kind === 'http' && binding.security !== undefined;
}

function entryFindings(entry: AgisWritable, document: JsonObject): Diagnostic[] {
  if (entry.origin.protocol === 'agis') return [];
  const { publisher, authentication, languages, trust, operations } = entry;
  const lost = [
    publisher === undefined ? undefined : 'the publisher',
    authentication === undefined || operations.every(namesCredentials)
      ? undefined
      : 'the authentication of the service',
    languages.length === 0 ? undefined : 'its languages',
    trust.claimed === undefined ? undefined : 'claims about trust',
    entry.webhooks === undefined ? undefined : 'its webhooks',
    Object.keys(entry.extra).length === 0 ? undefined : `further members (${Object.keys(entry.extra).join(', ')})`,
  ].filter((each) => each !== undefined);
  return [
    diagnose(agisDiagnostics, 'agis/address-derived', { pointer: '/agtp' }, { address: String(document.agtp) }),
    ...(lost.length === 0
      ? []
      : [diagnose(agisDiagnostics, 'agis/not-carried', { pointer: '' }, { what: lost.join('; ') })]),
  ];
}

/** Diagnostics of the validator on a written document that need a review. */
export function openFindings({ findings }: AgisReport): Finding[] {
  return findings.filter(({ severity }) => severity !== 'info');
}
