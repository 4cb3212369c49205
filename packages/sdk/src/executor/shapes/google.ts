/** Google's generateContent API. Its schemas are a subset of OpenAPI's: upper-case types, no `additionalProperties`. */
import type { ModelShape, ShownProperty, ShownSchema, ShownTool, ToolSchema } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';

/** A schema in Google's format. */
export interface GoogleSchema {
  type: 'OBJECT';
  properties: Record<string, Omit<ShownProperty, 'type'> & { type: 'STRING' | 'INTEGER' | 'BOOLEAN'; format?: 'enum' }>;
  required: string[];
}

/** The tools of generateContent: all declarations are in one object. A tool without inputs has no `parameters`. */
export interface GoogleTool {
  functionDeclarations: {
    name: string;
    description: string;
    parameters?: GoogleSchema;
    /** Complete schemas are given as JSON Schema. */
    parametersJsonSchema?: ToolSchema;
  }[];
}

/** The replies of one turn. */
export interface GoogleContent {
  role: 'user';
  parts: { functionResponse: { id?: string; name: string; response: Record<string, unknown> } }[];
}

/** The start of a conversation in generateContent. */
export interface GoogleOpening {
  systemInstruction?: { parts: { text: string }[] };
  tools: GoogleTool[];
}

/** Generated ids, which must not be sent back to Google. */
const ownId = /^call-\d+$/;

/** Accepts a whole response, or the content of a candidate. */
export const google: ModelShape<GoogleOpening, GoogleTool[], GoogleContent> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { systemInstruction: { parts: [{ text: instructions }] } }),
    tools: google.tools(tools),
  }),
  tools: (tools) => (tools.length === 0 ? [] : [{ functionDeclarations: tools.map(declare) }]),
  readCalls(response) {
    const whole = objectOf(response);
    const content = objectOf(objectsOf(whole.candidates)[0]?.content ?? whole.content ?? whole);
    return objectsOf(content.parts)
      .filter(({ functionCall }) => functionCall !== undefined)
      .map(({ functionCall }, index) => {
        const { id, name, args } = objectOf(functionCall);
        return readCall({ id, name, inputs: args }, index);
      });
  },
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const parts = replies.map(({ id, name, text, failed, result }) => ({
      functionResponse: {
        ...(ownId.test(id) ? {} : { id }),
        name,
        response: failed || result === undefined ? { error: text } : { ...result },
      },
    }));
    return [{ role: 'user', parts }];
  },
};

function declare({ name, description, schema, complete }: ShownTool) {
  if (complete === true) return { name, description, parametersJsonSchema: schema };
  const flat = schema as ShownSchema;
  const properties = Object.entries(flat.properties);
  if (properties.length === 0) return { name, description };
  const parameters: GoogleSchema = {
    type: 'OBJECT',
    properties: Object.fromEntries(properties.map(([key, property]) => [key, spell(property)])),
    required: flat.required,
  };
  return { name, description, parameters };
}

function spell({ type, ...rest }: ShownProperty) {
  const types = { string: 'STRING', integer: 'INTEGER', boolean: 'BOOLEAN' } as const;
  return { type: types[type], ...(rest.enum === undefined ? {} : { format: 'enum' as const }), ...rest };
}
