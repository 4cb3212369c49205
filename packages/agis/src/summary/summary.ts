/**
 * The short summary of a document for `/.well-known/agis.json` (§11.1): its purpose and location, nothing sensitive.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { capabilities } from '../fields.js';
import { defined, memberOf, textOf } from '../wire.js';

/** Values of a summary that are not in the document. */
export interface SummaryFacts {
  /** Address of the whole document. */
  document: string;
  /** Address of its operations as MCP tools. */
  toolList?: string;
  /** AGTP addresses that an agent may follow. */
  related: readonly string[];
  /** True when irreversible calls require a confirmation. */
  confirms: boolean;
}

/** Writes the summary; it contains no member of the manifest except class names. */
export function writeSummary(document: JsonObject, facts: SummaryFacts): JsonObject {
  const vocabulary = isJsonObject(document.vocabulary) ? document.vocabulary : {};
  const manifest = memberOf(document, 'data_manifest');
  const negotiable = vocabulary.negotiable === true;
  const tiers = semanticValues(document, 'impact_tier');
  return defined({
    agis: document.agis ?? '',
    service: document.service ?? '',
    agtp: document.agtp ?? '',
    agis_document: facts.document,
    methods: Array.isArray(vocabulary.declared_verbs) ? vocabulary.declared_verbs : [],
    domain: textOf(memberOf(vocabulary, 'domain')),
    namespace: textOf(memberOf(vocabulary, 'namespace')),
    negotiable,
    capability_summary: semanticValues(document, 'capability').filter((each) =>
      capabilities.some((known) => known === each),
    ),
    data_classes: manifest === undefined ? undefined : classNames(manifest),
    pre_auth_discovery: isJsonObject(manifest) && manifest.pre_auth_discovery === true,
    version: textOf(memberOf(document, 'version')) ?? textOf(memberOf(vocabulary, 'version')),
    interaction_protocols: [
      'request',
      ...(negotiable ? ['negotiate'] : []),
      ...(facts.confirms && tiers.includes('irreversible') ? ['confirm'] : []),
      ...(tiers.includes('informational') ? ['query'] : []),
    ],
    related_services: [...facts.related],
    mcp_tools_list: facts.toolList,
  });
}

/** Distinct values of a member of the semantic blocks, in the order of the endpoints. */
function semanticValues({ endpoints }: JsonObject, member: string): JsonValue[] {
  const values = (Array.isArray(endpoints) ? endpoints : []).flatMap((endpoint) => {
    const semantic = isJsonObject(endpoint) && isJsonObject(endpoint.semantic) ? endpoint.semantic : {};
    return memberOf(semantic, member) ?? [];
  });
  return [...new Set(values)];
}

function classNames(manifest: JsonValue): JsonValue[] {
  const classes = isJsonObject(manifest) && Array.isArray(manifest.available_data) ? manifest.available_data : [];
  return classes.flatMap((each) => (isJsonObject(each) ? (textOf(memberOf(each, 'class')) ?? []) : []));
}
