/** Names what a document in the service's own interface cannot express, for entries of every protocol. */
import { agisExtra, blankPath, ownMembers } from '@dragoman/agis';
import type { Diagnostic, JsonObject, JsonValue, Operation, Safety } from '@dragoman/model';
import { diagnose, isJsonObject } from '@dragoman/model';
import type { WritableEntry } from './wire.js';
import { writeDiagnostics } from './write-diagnostics.js';
import { isDiscovery } from './write-own.js';

/** Fields of an operation that no OpenAPI document can express. */
const unsaid = ['actor', 'capability', 'confidence', 'hints', 'transitions'] as const;

const safeguards: Readonly<Record<Exclude<keyof Safety, 'confirm'>, string>> = {
  dryRun: 'the dry run of the service',
  idempotencyKey: 'its idempotency keys',
  batch: 'its batches',
};

/** Statuses whose errors every reader treats as temporary. */
const temporary: ReadonlySet<number | undefined> = new Set([408, 425, 429, 502, 503, 504]);

/** Members of an AGIS document that the written document has in another form. */
const said: ReadonlySet<string> = new Set<string>([...Object.values(ownMembers), 'schemas', 'vocabulary', 'agtp']);

/** What the written operation lacks. */
export function lostOfOperation(operation: Operation): string[] {
  const { safety = {}, errors, examples, extra } = operation;
  const own = agisExtra(extra);
  const names = Object.keys(safeguards) as (keyof typeof safeguards)[];
  return [
    ...unsaid.filter((field) => operation[field] !== undefined),
    ...names.filter((name) => safety[name] !== undefined).map((name) => safeguards[name]),
    ...(safety.confirm === false ? ['that it asks for no confirmation'] : []),
    ...(examples.length > 0 ? ['examples'] : []),
    ...(errors.some(({ retryable, status }) => retryable === true && !temporary.has(status))
      ? ['which errors can be retried']
      : []),
    ...(hasHiddenLogin(operation) ? ['the metadata URL of its authorization server'] : []),
    ...(hasHiddenText(operation) ? ['descriptions of errors that share a status'] : []),
    ...listed('members of its errors', memberNames(own.errors)),
    ...(isElsewhere(operation) ? [`its path ${operation.path}`] : []),
    ...listed('inputs that are named differently in requests', renamedInputs(operation)),
    ...listed('further members', [...foreign(own.endpoint), ...foreign(own.semantic, 'mcp_tool_name')]),
  ];
}

/** What the document lacks as a whole; `schemas` are those that it has. */
export function lostOfEntry(entry: WritableEntry, schemas: JsonObject): string[] {
  const { agtp, schemas: named, vocabulary, ...more } = agisExtra(entry.extra);
  const { namespace, ...words } = isJsonObject(vocabulary) ? vocabulary : {};
  const isSent = entry.operations.some(({ binding }) => binding.kind === 'agis');
  const open = entry.operations.some(({ binding }) => binding.kind !== 'http' || binding.security === undefined);
  const unused = Object.keys(isJsonObject(named) ? named : {}).filter((name) => !Object.hasOwn(schemas, name));
  return [
    ...(entry.dataManifest === undefined ? [] : ['the data manifest']),
    ...(agtp === undefined ? [] : ['the AGTP address']),
    ...(namespace === undefined || isSent ? [] : ['namespace']),
    ...Object.keys(words).filter((name) => name !== 'declared_verbs'),
    ...listed('schemas without a use', unused),
    ...(entry.authentication !== undefined && open ? ['the authentication of the service'] : []),
    ...(entry.languages.length === 0 ? [] : ['its languages']),
    ...(entry.trust.claimed === undefined ? [] : ['claims about trust']),
    ...listed('further members', foreign(more)),
  ];
}

/** True for OAuth metadata, with or without URLs of the flow; OpenAPI 3.1 has only URLs of flows or of OpenID Connect. */
function hasHiddenLogin({ binding }: Operation): boolean {
  const demands = binding.kind === 'http' ? (binding.security ?? []).flat() : [];
  return demands.some(
    ({ login: { metadataUrl, tokenUrl } = {} }) =>
      metadataUrl !== undefined && (tokenUrl !== undefined || !isDiscovery(metadataUrl)),
  );
}

/** Two errors of one status have one description. */
function hasHiddenText({ errors }: Operation): boolean {
  const first = new Set<number | undefined>();
  return errors.some(({ status, description }) => {
    const isLater = first.has(status);
    first.add(status);
    return isLater && description !== undefined;
  });
}

/** Members of an AGIS error that the entry has no place for. */
function memberNames(errors: JsonValue | undefined): string[] {
  const known = new Set<string>(['name', 'description', ownMembers.status]);
  const names = (Array.isArray(errors) ? errors : []).flatMap((each) => (isJsonObject(each) ? Object.keys(each) : []));
  return [...new Set(names)].filter((name) => !known.has(name));
}

/** True for an AGIS endpoint whose requests go to another path, so that its own is written nowhere. */
function isElsewhere({ binding, path }: Operation): boolean {
  if (binding.kind !== 'http' || path === undefined) return false;
  return !blankPath(binding.urlTemplate).endsWith(blankPath(path));
}

/** Inputs that a reader of the document would name as in the request. */
function renamedInputs({ binding, extra }: Operation): string[] {
  if (binding.kind !== 'http' || Object.keys(agisExtra(extra)).length === 0) return [];
  return Object.entries(binding.parameters).flatMap(([input, { name = input }]) =>
    name !== input && /^[A-Za-z_][\w.-]*$/.test(name) ? [input] : [],
  );
}

function foreign(members: JsonValue | undefined, ...others: string[]): string[] {
  const names = Object.keys(isJsonObject(members) ? members : {});
  return names.filter((name) => !said.has(name) && !others.includes(name));
}

function listed(what: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`${what} (${names.join(', ')})`];
}

/** One finding that names what is lost. */
export function lostFields(name: string, lost: readonly string[], pointer: string): Diagnostic[] {
  if (lost.length === 0) return [];
  return [diagnose(writeDiagnostics, 'openapi-write/lost', { pointer }, { name, fields: lost.join(', ') })];
}
