/** The keywords of JSON Schema 2020-12 and their equivalents in earlier drafts, with the form of each value. */

/** The form of a keyword's value. */
export type KeywordForm =
  | 'schema'
  | 'schemas'
  | 'schema-map'
  | 'pattern-map'
  | 'items'
  | 'dependencies'
  | 'type'
  | 'enum'
  | 'pattern'
  | 'string'
  | 'identifier'
  | 'anchor'
  | 'reference'
  | 'dialect'
  | 'boolean'
  | 'number'
  | 'bound'
  | 'positive'
  | 'count'
  | 'strings'
  | 'string-lists'
  | 'array'
  | 'anything';

/** Where a subschema is applied: to the same value, to a part of it, or only when referenced. */
export type Reach = 'same' | 'part' | 'none';

/** One keyword. */
export interface Keyword {
  form: KeywordForm;
  reach: Reach;
}

function keyword(form: KeywordForm, reach: Reach = 'none'): Keyword {
  return Object.freeze({ form, reach });
}

/** Keyword → form. A map, because member names are untrusted. */
export const keywords: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ['$schema', keyword('dialect')],
  ['$id', keyword('identifier')],
  ['$anchor', keyword('anchor')],
  ['$dynamicAnchor', keyword('anchor')],
  ['$ref', keyword('reference', 'same')],
  ['$dynamicRef', keyword('reference', 'same')],
  ['$recursiveRef', keyword('reference', 'same')],
  ['$defs', keyword('schema-map')],
  ['definitions', keyword('schema-map')],
  ['$comment', keyword('string')],
  ['allOf', keyword('schemas', 'same')],
  ['anyOf', keyword('schemas', 'same')],
  ['oneOf', keyword('schemas', 'same')],
  ['not', keyword('schema', 'same')],
  ['if', keyword('schema', 'same')],
  ['then', keyword('schema', 'same')],
  ['else', keyword('schema', 'same')],
  ['dependentSchemas', keyword('schema-map', 'same')],
  ['dependencies', keyword('dependencies', 'same')],
  ['properties', keyword('schema-map', 'part')],
  ['patternProperties', keyword('pattern-map', 'part')],
  ['additionalProperties', keyword('schema', 'part')],
  ['unevaluatedProperties', keyword('schema', 'part')],
  ['propertyNames', keyword('schema', 'part')],
  ['prefixItems', keyword('schemas', 'part')],
  ['items', keyword('items', 'part')],
  ['additionalItems', keyword('schema', 'part')],
  ['unevaluatedItems', keyword('schema', 'part')],
  ['contains', keyword('schema', 'part')],
  ['contentSchema', keyword('schema')],
  ['type', keyword('type')],
  ['enum', keyword('enum')],
  ['const', keyword('anything')],
  ['pattern', keyword('pattern')],
  ['minimum', keyword('number')],
  ['maximum', keyword('number')],
  ['exclusiveMinimum', keyword('bound')],
  ['exclusiveMaximum', keyword('bound')],
  ['multipleOf', keyword('positive')],
  ['minLength', keyword('count')],
  ['maxLength', keyword('count')],
  ['minItems', keyword('count')],
  ['maxItems', keyword('count')],
  ['minContains', keyword('count')],
  ['maxContains', keyword('count')],
  ['minProperties', keyword('count')],
  ['maxProperties', keyword('count')],
  ['uniqueItems', keyword('boolean')],
  ['required', keyword('strings')],
  ['dependentRequired', keyword('string-lists')],
  ['title', keyword('string')],
  ['description', keyword('string')],
  ['format', keyword('string')],
  ['contentEncoding', keyword('string')],
  ['contentMediaType', keyword('string')],
  ['deprecated', keyword('boolean')],
  ['readOnly', keyword('boolean')],
  ['writeOnly', keyword('boolean')],
  ['default', keyword('anything')],
  ['examples', keyword('array')],
]);

/** The type names of JSON Schema. */
export const typeNames: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'object',
  'array',
  'null',
]);

/** The dialect in which schemas are read. */
export const currentDialect = 'https://json-schema.org/draft/2020-12/schema';

/** Earlier dialects whose unambiguous forms are translated. */
export const olderDialects: ReadonlySet<string> = new Set([
  'http://json-schema.org/schema',
  'http://json-schema.org/draft-04/schema',
  'http://json-schema.org/draft-06/schema',
  'http://json-schema.org/draft-07/schema',
  'https://json-schema.org/draft/2019-09/schema',
]);
