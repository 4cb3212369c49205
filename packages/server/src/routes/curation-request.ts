/** Parses the selection of operations of an import, and reports every invalid member. */
import type { Curation } from '@dragoman/core/conversion';
import { curationLimits, isEntryId, mediaTypeFault, patternFault } from '@dragoman/core/conversion';
import type { FieldError, JsonObject, JsonValue, Visibility } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { fault, maxUrlLength, refuseUnknown } from './request-faults.js';

/** Location of the selection in the body. */
interface Place {
  field: string;
  pointer: string;
}

/** Maximum number of operations that a selection can request. */
export const maxOperations = 10_000;

/** Returns the selection, or undefined when the body has none. */
export function readCuration(value: JsonValue | undefined, at: Place, faults: FieldError[]): Curation | undefined {
  if (value === undefined) return undefined;
  if (!isJsonObject(value)) {
    faults.push(fault(at.field, at.pointer, 'must be an object'));
    return undefined;
  }
  const known = ['include', 'exclude', 'operations', 'max', 'server', 'id', 'visibility', 'media_types'];
  refuseUnknown(value, known, at.pointer, faults);
  const include = readPatterns(value, 'include', at, faults);
  const exclude = readPatterns(value, 'exclude', at, faults);
  const mediaTypes = readPatterns(value, 'media_types', at, faults);
  const operations = readOperations(value.operations, at, faults);
  const max = readMax(value.max, at, faults);
  const server = readServer(value.server, at, faults);
  const id = readId(value.id, at, faults);
  const visibility = readVisibility(value.visibility, at, faults);
  return {
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(mediaTypes === undefined ? {} : { mediaTypes }),
    ...(operations === undefined ? {} : { operations }),
    ...(max === undefined ? {} : { max }),
    ...(server === undefined ? {} : { server }),
    ...(id === undefined ? {} : { id }),
    ...(visibility === undefined ? {} : { visibility }),
  };
}

function readVisibility(word: JsonValue | undefined, at: Place, faults: FieldError[]): Visibility | undefined {
  if (word === undefined || word === 'public' || word === 'private') return word;
  faults.push(fault(`${at.field}.visibility`, `${at.pointer}/visibility`, "must be 'public' or 'private'"));
  return undefined;
}

function readPatterns(
  value: JsonObject,
  name: 'include' | 'exclude' | 'media_types',
  at: Place,
  faults: FieldError[],
): string[] | undefined {
  const list = value[name];
  if (list === undefined) return undefined;
  const field = `${at.field}.${name}`;
  const pointer = `${at.pointer}/${name}`;
  if (!Array.isArray(list) || list.length === 0 || list.length > curationLimits.patterns) {
    faults.push(fault(field, pointer, `must be an array of 1 to ${curationLimits.patterns} patterns`));
    return undefined;
  }
  return list.flatMap((pattern, index) => {
    const faultOf = name === 'media_types' ? mediaTypeFault : patternFault;
    const wrong = typeof pattern === 'string' ? faultOf(pattern) : 'must be a string';
    if (wrong === undefined) return [String(pattern)];
    faults.push(fault(`${field}[${index}]`, `${pointer}/${index}`, wrong));
    return [];
  });
}

function readOperations(list: JsonValue | undefined, at: Place, faults: FieldError[]): string[] | undefined {
  if (list === undefined) return undefined;
  const { operations: most, length } = curationLimits;
  const isName = (name: JsonValue): name is string => typeof name === 'string' && name !== '' && name.length <= length;
  if (Array.isArray(list) && list.length > 0 && list.length <= most && list.every(isName)) return list;
  const detail = `must be an array of 1 to ${most} names of at most ${length} characters`;
  faults.push(fault(`${at.field}.operations`, `${at.pointer}/operations`, detail));
  return undefined;
}

function readMax(max: JsonValue | undefined, at: Place, faults: FieldError[]): number | undefined {
  if (max === undefined) return undefined;
  if (typeof max === 'number' && Number.isInteger(max) && max >= 1 && max <= maxOperations) return max;
  faults.push(fault(`${at.field}.max`, `${at.pointer}/max`, `must be an integer from 1 to ${maxOperations}`));
  return undefined;
}

function readId(id: JsonValue | undefined, at: Place, faults: FieldError[]): string | undefined {
  if (id === undefined) return undefined;
  if (typeof id === 'string' && isEntryId(id)) return id;
  faults.push(
    fault(`${at.field}.id`, `${at.pointer}/id`, 'must be a slug such as "berths", or a URN, of at most 100 characters'),
  );
  return undefined;
}

function readServer(server: JsonValue | undefined, at: Place, faults: FieldError[]): string | undefined {
  if (server === undefined) return undefined;
  const fits =
    typeof server === 'string' && server.length <= maxUrlLength && /^https?:\/\//i.test(server) && URL.canParse(server);
  const url = fits ? new URL(server) : undefined;
  if (url !== undefined && url.username === '' && url.password === '' && url.search === '' && url.hash === '') {
    return `${url.origin}${url.pathname}`;
  }
  faults.push(
    fault(
      `${at.field}.server`,
      `${at.pointer}/server`,
      'must be an absolute URL without credentials, query and fragment',
    ),
  );
  return undefined;
}
