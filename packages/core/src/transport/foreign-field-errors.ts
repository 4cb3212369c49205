/** Reads field errors from a service's error body, in the shapes that APIs commonly use. */
import type { FieldError, JsonObject, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';

/** Maximum number of errors that are kept, and the maximum length of each text. */
const maxFaults = 50;
const maxTextLength = 500;

/** Members that may have errors, the most common first. */
const holders = ['field_errors', 'errors', 'fieldErrors', 'invalid-params', 'invalid_params', 'violations', 'detail'];

/** Every error that names its field; empty when the body has no such list. */
export function readForeignFieldErrors(body: JsonObject): FieldError[] {
  for (const holder of holders) {
    const found = faultsIn(Object.hasOwn(body, holder) ? body[holder] : undefined);
    if (found.length > 0) return found.slice(0, maxFaults);
  }
  return [];
}

function faultsIn(value: JsonValue | undefined): FieldError[] {
  if (Array.isArray(value)) return value.slice(0, maxFaults).flatMap(faultOf);
  if (!isJsonObject(value)) return [];
  return Object.entries(value)
    .slice(0, maxFaults)
    .flatMap(([field, said]) => textsOf(said).map((detail) => fault(field, detail)));
}

function textsOf(said: JsonValue | undefined): string[] {
  const texts = Array.isArray(said) ? said : [said];
  return texts.filter((text): text is string => typeof text === 'string');
}

function faultOf(value: JsonValue): FieldError[] {
  if (!isJsonObject(value)) return [];
  const field = nameOf(value.field ?? value.name ?? value.param ?? value.path ?? value.loc ?? value.pointer);
  const [detail] = [value.detail, value.message, value.msg, value.reason, value.title].flatMap(textsOf);
  if (field === undefined || detail === undefined) return [];
  return [fault(field, detail, typeof value.code === 'string' ? value.code : undefined)];
}

/** Parts of a request, which some APIs write before the name. */
const places: readonly string[] = ['body', 'query', 'path', 'header'];

/** A name, or the path to it. */
function nameOf(value: JsonValue | undefined): string | undefined {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value) || value.length === 0) return undefined;
  const steps = value.filter((step) => typeof step === 'string' || typeof step === 'number');
  return (steps.length > 1 && places.includes(String(steps[0])) ? steps.slice(1) : steps).join('.');
}

function fault(field: string, detail: string, code = 'upstream/invalid'): FieldError {
  return { field: field.slice(0, maxTextLength), code: code.slice(0, 100), detail: detail.slice(0, maxTextLength) };
}
