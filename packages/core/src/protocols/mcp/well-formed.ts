/**
 * The forms of what strangers' servers say of their tools and give as results, as far as clients check them: a client refuses
 * a whole list, or a whole result, for one member of the wrong form, so such a member goes no further than here.
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

/** True when every member that has a form has it. */
function fits(value: JsonValue, forms: Forms, required: readonly string[] = []): boolean {
  if (!isJsonObject(value) || !required.every((name) => Object.hasOwn(value, name))) return false;
  return Object.entries(value).every(([name, member]) => formOf(forms, name)(member));
}

function formOf(forms: Forms, name: string): Form {
  return (Object.hasOwn(forms, name) ? forms[name] : undefined) ?? (() => true);
}

/** The members that have their form; the same object when all have. */
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

/** Annotations of a tool without members of a wrong form. */
export function plainAnnotations(annotations: JsonObject): JsonObject {
  return keepFitting(annotations, hints);
}

/** The other members of a tool without those of a wrong form. */
export function plainMembers(members: JsonObject): JsonObject {
  return keepFitting(members, { icons, execution, _meta: object });
}

/** With zone, as the protocol wants it. */
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

/** What a part of each kind has to hold. */
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

/** True for a text with nothing else, as most parts are. */
function isTextAlone(part: JsonObject): boolean {
  let members = 0;
  for (const name in part) {
    if (name === 'type' ? part.type !== 'text' : name !== 'text' || typeof part.text !== 'string') return false;
    members += 1;
  }
  return members === 2;
}

/** A part of a result; without members of a wrong form, and undefined when it lacks what its kind needs. */
export function plainPart(part: JsonValue): JsonObject | undefined {
  if (!isJsonObject(part)) return undefined;
  if (isTextAlone(part)) return part;
  const type = memberOf(part, 'type');
  const needed = typeof type === 'string' && Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  return needed !== undefined && fits(part, needed, Object.keys(needed)) ? keepFitting(part, optional) : undefined;
}
