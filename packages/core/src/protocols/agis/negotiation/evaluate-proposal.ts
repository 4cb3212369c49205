/**
 * Evaluates a proposal: the grammar first, then the manifest as the upper limit, then the binding of the class. Pure;
 * reports all objections at once, so that three turns are enough.
 */

import {
  type AgisValidator,
  agisPasses,
  blankPath,
  createPassContext,
  defaultValidation,
  parseAgis,
} from '@dragoman/agis';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaProperties } from '@dragoman/model';
import { withHelp } from '../../../catalogue/invalid-description.js';
import type { ClassBinding } from './class-binding.js';

/** One objection to a proposal. */
export interface Objection {
  pointer: string;
  /** A rule of AGIS, or `agis/…` for requirements of this service. */
  rule: string;
  /** Pass that found it; absent for objections that are not about grammar. */
  pass?: number;
  detail: string;
}

/** A proposed endpoint, the document that it would extend, and the binding of its class. */
export interface ProposedEndpoint {
  endpoint: JsonObject;
  document: JsonObject;
  binding: ClassBinding;
}

type AgisWords = AgisValidator['words'];

/** Passes that apply to a proposal (agis.md R36); 1 and 7 are about complete documents. */
const demanded: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 8]);
const maxObjections = 50;

/** All objections to an endpoint; empty when it can be created. */
export function evaluateProposal({ endpoint, document, binding }: ProposedEndpoint, words: AgisWords): Objection[] {
  const grammar = checkProposalGrammar(endpoint, words);
  const found =
    grammar.length > 0 ? grammar : [...checkPlace(endpoint, document), ...checkClassContract(endpoint, binding)];
  return found.slice(0, maxObjections);
}

function checkProposalGrammar(endpoint: JsonObject, words: AgisWords): Objection[] {
  const { value, diagnostics } = parseAgis(new TextEncoder().encode(JSON.stringify({ endpoints: [endpoint] })), {
    syntax: 'json',
  });
  if (value === undefined)
    return diagnostics.map(({ location, message }) => ({
      pointer: location.pointer,
      rule: 'agis/unreadable',
      detail: message,
    }));
  const context = createPassContext(value, defaultValidation, words);
  const found = agisPasses.filter(({ number }) => demanded.has(number)).flatMap((pass) => pass.run(context));
  return found
    .filter(({ severity }) => severity === 'error')
    .map(({ location, rule, pass, message, help }) => ({
      pointer: location.pointer.replace(/^\/endpoints\/0/, '/proposal'),
      rule,
      pass,
      detail: withHelp(message, help),
    }));
}

function checkPlace({ method, path }: JsonObject, document: JsonObject): Objection[] {
  const published = Array.isArray(document.endpoints) ? document.endpoints.filter(isJsonObject) : [];
  const same = published.some(
    (each) => sameText(each.method, method) && blankPath(String(each.path)) === blankPath(String(path)),
  );
  return same
    ? [{ pointer: '/proposal/path', rule: 'agis/published', detail: 'the document already has this endpoint; call it' }]
    : [];
}

function sameText(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return String(a).toUpperCase() === String(b).toUpperCase();
}

/** Endpoints of a class only read, show fields of the class, and filter rows by its filters. */
function checkClassContract({ semantic, input, output, path }: JsonObject, binding: ClassBinding): Objection[] {
  const tier = isJsonObject(semantic) ? semantic.impact_tier : undefined;
  const changes =
    tier !== undefined && tier !== 'informational'
      ? [
          {
            pointer: '/proposal/semantic/impact_tier',
            rule: 'agis/class-reads-only',
            detail: 'endpoints of a class must be informational (only read)',
          },
        ]
      : [];
  const asked = schemaProperties(input);
  const parameters = [...String(path).matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  const unknownFilters = [...new Set([...Object.keys(asked), ...parameters])].filter(
    (name) => name !== 'limit' && !binding.filters.includes(name),
  );
  const shown = schemaProperties(rowSchemaOf(output) ?? output);
  const unknownFields = Object.keys(shown).filter((name) => !Object.hasOwn(binding.fields, name));
  const empty =
    Object.keys(shown).length === 0
      ? [
          {
            pointer: '/proposal/output',
            rule: 'agis/class-fields',
            detail: `must name the fields that it shows, of: ${Object.keys(binding.fields).join(', ')}`,
          },
        ]
      : [];
  return [
    ...changes,
    ...unknownFilters.map((name) => ({
      pointer: `/proposal/input/properties/${name}`,
      rule: 'agis/class-filters',
      detail: `is not a filter of the class; filters are: ${[...binding.filters, 'limit'].join(', ')}`,
    })),
    ...unknownFields.map((name) => ({
      pointer: `/proposal/output/properties/${name}`,
      rule: 'agis/class-fields',
      detail: `is not a field of the class; fields are: ${Object.keys(binding.fields).join(', ')}`,
    })),
    ...empty,
  ];
}

/** The only list of rows in an output; undefined when the output itself is a row. */
export function rowListOf(output: JsonValue | undefined): string | undefined {
  const lists = Object.entries(schemaProperties(output)).filter(
    ([, schema]) => isJsonObject(schema) && schema.type === 'array' && isJsonObject(schema.items),
  );
  return lists.length === 1 && Object.keys(schemaProperties(output)).length === 1 ? lists[0]?.[0] : undefined;
}

/** The schema of one row of an output. */
export function rowSchemaOf(output: JsonValue | undefined): JsonObject | undefined {
  const name = rowListOf(output);
  const list = name === undefined ? undefined : schemaProperties(output)[name];
  return isJsonObject(list) && isJsonObject(list.items) ? list.items : undefined;
}
