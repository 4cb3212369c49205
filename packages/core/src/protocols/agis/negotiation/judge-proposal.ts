/**
 * Weighs a proposal: the grammar first, then the manifest as the ceiling, then what the class really has. Pure; the
 * answer says everything that stands in the way at once, so that three turns are enough.
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
import { isJsonObject } from '@dragoman/model';
import { withHelp } from '../../../catalogue/invalid-description.js';
import type { ClassBinding } from './class-binding.js';

/** One thing that stands in the way. */
export interface Objection {
  pointer: string;
  /** A rule of AGIS, or `agis/…` for what this service demands. */
  rule: string;
  /** Pass that found it; absent for what is no matter of grammar. */
  pass?: number;
  detail: string;
}

/** What a proposal is weighed against. */
export interface Ceiling {
  document: JsonObject;
  binding: ClassBinding;
  validator: AgisValidator;
}

/** Passes that a proposal is held to (agis.md R36); 1 and 7 are about whole documents. */
const demanded: ReadonlySet<number> = new Set([2, 3, 4, 5, 6, 8]);
const mostObjections = 50;

/** Everything that stands in the way of an endpoint; empty when it can be made. */
export function judgeProposal(endpoint: JsonObject, ceiling: Ceiling): Objection[] {
  const grammar = judgeGrammar(endpoint, ceiling.validator);
  const found =
    grammar.length > 0 ? grammar : [...judgePlace(endpoint, ceiling), ...judgeContract(endpoint, ceiling.binding)];
  return found.slice(0, mostObjections);
}

function judgeGrammar(endpoint: JsonObject, { words }: AgisValidator): Objection[] {
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

function judgePlace({ method, path }: JsonObject, { document }: Ceiling): Objection[] {
  const published = Array.isArray(document.endpoints) ? document.endpoints.filter(isJsonObject) : [];
  const same = published.some(
    (each) => sameText(each.method, method) && blankPath(String(each.path)) === blankPath(String(path)),
  );
  return same
    ? [{ pointer: '/proposal/path', rule: 'agis/published', detail: 'the document has this endpoint already: call it' }]
    : [];
}

function sameText(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  return String(a).toUpperCase() === String(b).toUpperCase();
}

/** Endpoints of a class only read, show fields of the class, and choose rows by its filters. */
function judgeContract({ semantic, input, output, path }: JsonObject, binding: ClassBinding): Objection[] {
  const tier = isJsonObject(semantic) ? semantic.impact_tier : undefined;
  const changes =
    tier !== undefined && tier !== 'informational'
      ? [
          {
            pointer: '/proposal/semantic/impact_tier',
            rule: 'agis/class-reads-only',
            detail: 'endpoints of a class only read: informational',
          },
        ]
      : [];
  const asked = propertiesOf(input);
  const parameters = [...String(path).matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? '');
  const unknownFilters = [...new Set([...Object.keys(asked), ...parameters])].filter(
    (name) => name !== 'limit' && !binding.filters.includes(name),
  );
  const shown = propertiesOf(rowSchemaOf(output) ?? output);
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
      detail: `is no filter of the class; filters are: ${[...binding.filters, 'limit'].join(', ')}`,
    })),
    ...unknownFields.map((name) => ({
      pointer: `/proposal/output/properties/${name}`,
      rule: 'agis/class-fields',
      detail: `is no field of the class; fields are: ${Object.keys(binding.fields).join(', ')}`,
    })),
    ...empty,
  ];
}

/** The one list of rows in an output; undefined when the output is itself a row. */
export function rowListOf(output: JsonValue | undefined): string | undefined {
  const lists = Object.entries(propertiesOf(output)).filter(
    ([, schema]) => isJsonObject(schema) && schema.type === 'array' && isJsonObject(schema.items),
  );
  return lists.length === 1 && Object.keys(propertiesOf(output)).length === 1 ? lists[0]?.[0] : undefined;
}

/** The schema of one row of an output. */
export function rowSchemaOf(output: JsonValue | undefined): JsonObject | undefined {
  const name = rowListOf(output);
  const list = name === undefined ? undefined : propertiesOf(output)[name];
  return isJsonObject(list) && isJsonObject(list.items) ? list.items : undefined;
}

function propertiesOf(schema: JsonValue | undefined): JsonObject {
  return isJsonObject(schema) && isJsonObject(schema.properties) ? schema.properties : {};
}
