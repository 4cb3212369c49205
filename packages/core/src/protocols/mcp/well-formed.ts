/**
 * Validates third-party tools and results as far as clients check them: a client rejects a whole list or result for
 * one invalid member, so invalid members are removed here.
 */
import type { JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { memberOf } from './wire.js';

type Form = (value: JsonValue) => boolean;
type Forms = Readonly<Record<string, Form>>;

const text: Form = (value) => typeof value === 'string';
const number: Form = (value) => typeof value === 'number';
const truth: Form = (value) => typeof value === 'boolean';
const object: Form = isJsonObject;
const listOf =
  (form: Form): Form =>
  (value) =>
    Array.isArray(value) && value.every(form);
const oneOf =
  (...values: string[]): Form =>
  (value) =>
    typeof value === 'string' && values.includes(value);

/** True when every known member has its required form. */
function fits(value: JsonValue, forms: Forms, required: readonly string[] = []): boolean {
  if (!isJsonObject(value) || !required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) => formOf(forms, name)(member));
}

function formOf(forms: Forms, name: string): Form {
  return (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? (() => true);
}

/** The valid members; the same object when all are valid. */
function keepFitting(value: JsonObject, forms: Forms): JsonObject {
  if (fits(value, forms)) return value;
  return Object.fromEntries(Object.entries(value).filter(([name, member]) => formOf(forms, name)(member)));
}

const base64: Form = (value) => {
  if (typeof value !== 'string') return false;
  try {
    atob(value);
    return true;
  } catch {
    return false;
  }
};

const icon: Forms = { src: text, mimeType: text, sizes: listOf(text), theme: oneOf('light', 'dark') };
const icons = listOf((value) => fits(value, icon, ['src']));

const hints: Forms = {
  title: text,
  readOnlyHint: truth,
  destructiveHint: truth,
  idempotentHint: truth,
  openWorldHint: truth,
};

const execution: Form = (value) => fits(value, { taskSupport: oneOf('required', 'optional', 'forbidden') });

/** The annotations of a tool without invalid members. */
export function plainAnnotations(annotations: JsonObject): JsonObject {
  return keepFitting(annotations, hints);
}

/** The other members of a tool without invalid ones. */
export function plainMembers(members: JsonObject): JsonObject {
  return keepFitting(members, { icons, execution, _meta: object });
}

/** With a time zone, as the protocol requires. */
const moment: Form = (value) =>
  text(value) && /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/.test(String(value));

const audience: Forms = {
  audience: listOf(oneOf('user', 'assistant')),
  priority: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  lastModified: (value) => moment(value) && !Number.isNaN(Date.parse(String(value))),
};

const resource: Form = (value) =>
  isJsonObject(value) &&
  fits(value, { uri: text, mimeType: text, _meta: object, text, blob: base64 }, ['uri']) &&
  (Object.hasOwn(value, 'text') || Object.hasOwn(value, 'blob'));

/** The other members of a listed resource or prompt without invalid ones. */
export function plainContentMembers(members: JsonObject): JsonObject {
  return keepFitting(members, { icons, annotations: (value) => fits(value, audience), _meta: object });
}

/** The contents of a resource without invalid members; undefined when a required member is missing. */
export function plainContents(contents: JsonValue): JsonObject | undefined {
  return isJsonObject(contents) && resource(contents) ? contents : undefined;
}

/** Required members of each kind of part. */
const kinds: Readonly<Record<string, Forms>> = {
  text: { text },
  image: { data: base64, mimeType: text },
  audio: { data: base64, mimeType: text },
  resource: { resource },
  resource_link: { uri: text, name: text },
};

const optional: Forms = {
  annotations: (value) => fits(value, audience),
  _meta: object,
  icons,
  title: text,
  description: text,
  mimeType: text,
  size: number,
};

/** True for a plain text part, the most common case. */
function isTextAlone(part: JsonObject): boolean {
  let members = 0;
  for (const name in part) {
    if (name === 'type' ? part.type !== 'text' : name !== 'text' || typeof part.text !== 'string') return false;
    members += 1;
  }
  return members === 2;
}

/** A part of a result without invalid members; undefined when a required member is missing. */
export function plainPart(part: JsonValue): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined;
  if (isTextAlone(part)) return part;
  const type = memberOf(part, 'type');
  const needed = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return needed !== undefined && fits(part, needed, Object.keys(needed)) ? keepFitting(part, optional) : undefined;
}
