/** The examples of a schema, with their locations. */
import { childPointer } from '@dragoman/documents';
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Api, ApiOperation, Placed, SchemaNode } from './api.js';
import { listSuccesses } from './read-api.js';
import { isJsonType } from './read-responses.js';

/** JSON content that should have an example. */
export interface ExampledContent {
  media: Placed;
  /** "The request", "Response 200". */
  subject: string;
  operation: ApiOperation;
  schema?: SchemaNode;
  examples: readonly Placed<JsonValue>[];
}

/** The JSON request and the first successful JSON response of every operation. */
export function listContents(api: Api): ExampledContent[] {
  return api.exposed.flatMap((operation) => {
    const { bodyTypes, responses, input, method } = operation;
    // What is wrong with the body of a GET is not its example.
    const request = method === 'get' ? undefined : bodyTypes.find(({ type }) => isJsonType(type));
    const success = listSuccesses(responses).find(({ content, status }) => content.length > 0 && status !== '204');
    const json = success?.content.find(({ type }) => isJsonType(type));
    return [
      ...(request === undefined ? [] : [toContent({ media: request, subject: 'The request', operation }, input)]),
      ...(json === undefined || success === undefined
        ? []
        : [toContent({ media: json, subject: `Response ${success.status}`, operation }, success.schema)]),
    ];
  });
}

function toContent(
  content: Omit<ExampledContent, 'examples' | 'schema'>,
  schema: SchemaNode | undefined,
): ExampledContent {
  const examples = contentExamples(content.media, schema);
  return { ...content, examples, ...(schema === undefined ? {} : { schema }) };
}

/** The examples of a media type, then those of its schema. */
export function contentExamples({ value, pointer }: Placed, schema: SchemaNode | undefined): Placed<JsonValue>[] {
  const own = schema === undefined ? [] : schemaExamples(schema.schema, schema.pointer);
  return [...mediaExamples(value, pointer), ...own];
}

function mediaExamples(media: JsonObject, pointer: string): Placed<JsonValue>[] {
  const named = isJsonObject(media.examples) ? Object.entries(media.examples) : [];
  return [
    ...(media.example === undefined ? [] : [{ value: media.example, pointer: `${pointer}/example` }]),
    ...named.map(([name, each]) => ({
      value: isJsonObject(each) && each.value !== undefined ? each.value : null,
      pointer: `${childPointer(`${pointer}/examples`, name)}/value`,
    })),
  ];
}

function schemaExamples(schema: JsonObject, pointer: string): Placed<JsonValue>[] {
  const several = Array.isArray(schema.examples) ? schema.examples : [];
  return [
    ...(schema.example === undefined ? [] : [{ value: schema.example, pointer: `${pointer}/example` }]),
    ...several.map((value, index) => ({ value, pointer: `${pointer}/examples/${index}` })),
  ];
}
