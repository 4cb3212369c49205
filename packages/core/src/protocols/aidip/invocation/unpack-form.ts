/**
 * The inputs of a call in a form: text parts are converted to the types in the operation's schema, files stay Base64
 * text.
 */
import type { Entry, JsonSchema, JsonValue } from '@dragoman/model';
import { isJsonObject, schemaTypes, typeText } from '@dragoman/model';
import type { Unpacked } from '../../../gateway/call.js';
import { chooseOperation } from '../../../gateway/choose-operation.js';
import type { FormPart } from '../../../transport/form-body.js';
import { joinParts } from '../../../transport/form-body.js';
import { type InvocationOptions, unpack } from './unpack.js';

/** The inputs of a form, without selectors, as for any other body. */
export function unpackForm(parts: readonly FormPart[], entry: Entry, options: InvocationOptions): Unpacked {
  const selector = parts.find(({ name, isFile }) => name === 'operation' && !isFile)?.text;
  const { input: schema } = chooseOperation(entry, options.operation ?? nameIn(entry, selector));
  return unpack(
    joinParts(parts, (part) => toValue(part, memberSchema(schema, part.name))),
    entry,
    options,
  );
}

/** A single operation may have a field of this name. */
function nameIn({ operations }: Entry, selector: string | undefined): string | undefined {
  return operations.some(({ name }) => name === selector) || operations.length > 1 ? selector : undefined;
}

function memberSchema(schema: JsonSchema, name: string): JsonValue | undefined {
  const properties = isJsonObject(schema) ? schema.properties : undefined;
  return isJsonObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** A text that cannot be converted stays a string and fails validation. */
function toValue({ text, isFile }: FormPart, schema: JsonValue | undefined): JsonValue {
  if (!isFile) return typeText(text, schema) ?? text;
  return schemaTypes(schema).includes('array') ? [text] : text;
}
