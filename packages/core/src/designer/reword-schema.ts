/** The designer's texts for inputs, placed in the complete schema of a tool. */
import { resolveSchema } from '@dragoman/documents';
import type { JsonObject, JsonSchema } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { InputPlan } from '../protocols/nact/projection/planned-input.js';

/** The schema with the texts instead of the vendor's; texts are given by input id of the projection. */
export function rewordSchema(
  schema: JsonSchema,
  texts: Readonly<Record<string, string>>,
  { inputs }: Pick<InputPlan, 'inputs'>,
): JsonSchema {
  let worded = schema;
  for (const { input, path } of inputs) {
    const text = Object.hasOwn(texts, input.id) ? texts[input.id] : undefined;
    if (text !== undefined && isJsonObject(worded)) worded = describeAt(worded, worded, { path, text });
  }
  return worded;
}

interface Wording {
  path: readonly string[];
  text: string;
}

function describeAt(root: JsonObject, schema: JsonObject, { path, text }: Wording): JsonObject {
  const [member, ...rest] = path;
  if (member === undefined) return { ...schema, description: text };
  const own = resolveSchema(root, schema) ?? schema;
  if (!isJsonObject(own.properties) || !Object.hasOwn(own.properties, member)) return schema;
  const part = own.properties[member];
  const inner = isJsonObject(part) ? part : {};
  return { ...own, properties: { ...own.properties, [member]: describeAt(root, inner, { path: rest, text }) } };
}
