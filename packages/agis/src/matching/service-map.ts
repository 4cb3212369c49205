/**
 * An agent's knowledge of services: their verbs, and every endpoint with its meaning and its contract. Built only from
 * validated documents; text that a check has flagged as an instruction is left out.
 */

import { getPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Finding } from '../finding.js';

/** A class of data of a service for which endpoints may be negotiated. */
export interface DataClass {
  name: string;
  description: string;
  requiresAuthorization: boolean;
}

/** A service as its vocabulary block describes it, before any endpoint is read. */
export interface MappedService {
  service: string;
  agtp: string;
  /** Prefix of verbs that several services share: namespace, else domain, else the host of `agtp`. */
  namespace: string;
  domain?: string;
  verbs: readonly string[];
  negotiable: boolean;
  classes: readonly DataClass[];
}

/** An endpoint with the members that an agent uses to choose. */
export interface MappedEndpoint {
  service: MappedService;
  /** In upper case. */
  method: string;
  path: string;
  /** `old-quay.BOOK /reservation`. */
  label: string;
  /** Method and path instead, when the author's text is withheld. */
  intent: string;
  outcome: string;
  actor: string;
  capability?: string;
  impact?: string;
  confidence?: number;
  idempotent: boolean;
  hints: ReadonlyMap<string, readonly string[]>;
  transitions: Readonly<Record<string, string>>;
  input: JsonObject;
  output: JsonObject;
  /** True when text of this endpoint is withheld. */
  withheld: boolean;
}

/** One service and its endpoints. */
export interface ServiceMap {
  service: MappedService;
  endpoints: readonly MappedEndpoint[];
}

/** Rules whose findings withhold a text from models. */
const withholding: ReadonlySet<string> = new Set(['AGIS-SEC-08', 'AGIS-SEC-15']);

/** The capability index of a vocabulary block, before any endpoint is read. */
export function indexVocabulary(document: JsonObject): MappedService {
  const vocabulary = isJsonObject(document.vocabulary) ? document.vocabulary : {};
  const agtp = text(document.agtp);
  const domain = text(vocabulary.domain);
  return {
    service: text(document.service),
    agtp,
    namespace: text(vocabulary.namespace) || domain || hostOf(agtp),
    ...(domain === '' ? {} : { domain }),
    verbs: texts(vocabulary.declared_verbs).map((verb) => verb.toUpperCase()),
    negotiable: vocabulary.negotiable === true,
    classes: readClasses(document.data_manifest),
  };
}

/** The whole map of a conforming document; `findings` are those of its validation. */
export function mapService(
  document: JsonObject,
  findings: readonly Finding[],
  service: MappedService = indexVocabulary(document),
): ServiceMap {
  const flagged = new Set(findings.filter(({ rule }) => withholding.has(rule)).map(({ location }) => location.pointer));
  const listed = Array.isArray(document.endpoints) ? document.endpoints : [];
  const endpoints = listed.flatMap((node, index) =>
    isJsonObject(node) ? [mapEndpoint(node, { service, document, flagged, pointer: `/endpoints/${index}` })] : [],
  );
  return { service, endpoints };
}

interface Place {
  service: MappedService;
  document: JsonObject;
  flagged: ReadonlySet<string>;
  pointer: string;
}

function mapEndpoint(node: JsonObject, { service, document, flagged, pointer }: Place): MappedEndpoint {
  const semantic = isJsonObject(node.semantic) ? node.semantic : {};
  const method = text(node.method).toUpperCase();
  const path = text(node.path);
  const isFlagged = (member: string) => [...flagged].some((each) => each.startsWith(`${pointer}/${member}`));
  const safe = (member: string) => (isFlagged(`semantic/${member}`) ? undefined : text(semantic[member]));
  const [intent, outcome] = [safe('intent'), safe('outcome')];
  const { confidence_guidance: confidence } = semantic;
  return {
    service,
    method,
    path,
    label: `${service.namespace}.${method} ${path}`,
    intent: intent ?? `${method} ${path}`,
    outcome: outcome ?? '',
    actor: text(semantic.actor) || 'agent',
    ...(typeof semantic.capability === 'string' ? { capability: semantic.capability } : {}),
    ...(typeof semantic.impact_tier === 'string' ? { impact: semantic.impact_tier } : {}),
    ...(typeof confidence === 'number' ? { confidence } : {}),
    idempotent: semantic.is_idempotent === true,
    hints: readHints(semantic.parameter_hints, (name) => isFlagged(`semantic/parameter_hints/${name}`)),
    transitions: readTransitions(semantic.state_transition),
    input: inlineSchema(node.input, document),
    output: inlineSchema(node.output, document),
    withheld: intent === undefined || outcome === undefined,
  };
}

function readClasses(manifest: JsonValue | undefined): DataClass[] {
  const listed = isJsonObject(manifest) && Array.isArray(manifest.available_data) ? manifest.available_data : [];
  return listed.filter(isJsonObject).map((each) => ({
    name: text(each.class),
    description: text(each.description),
    requiresAuthorization: each.requires_authorization !== false,
  }));
}

function readHints(value: JsonValue | undefined, isFlagged: (name: string) => boolean): Map<string, string[]> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  const kept = entries.filter(([name]) => !isFlagged(name));
  return new Map(kept.map(([name, phrases]) => [name, typeof phrases === 'string' ? [phrases] : texts(phrases)]));
}

function readTransitions(value: JsonValue | undefined): Record<string, string> {
  const entries = isJsonObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

/** Inlines a contract that is a reference into `schemas`; the shared definitions are copied too. */
function inlineSchema(value: JsonValue | undefined, document: JsonObject): JsonObject {
  if (!isJsonObject(value)) return {};
  const { $ref: reference } = value;
  const target =
    typeof reference === 'string' && reference.startsWith('#/') ? getPointer(document, reference.slice(1)) : undefined;
  const schema = isJsonObject(target) ? target : value;
  return isJsonObject(document.schemas) ? { ...schema, schemas: document.schemas } : schema;
}

function hostOf(address: string): string {
  return /^agtp:\/\/([^/?#]+)/.exec(address)?.[1] ?? address;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value.trim() : '';
}

function texts(value: JsonValue | undefined): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}
