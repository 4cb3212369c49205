/** Differences of the headers of a response, or of a part of a multipart body. */
import { childPointer } from '@dragoman/documents';
import { classifyPresenceChange, type Direction, isJsonObject } from '@dragoman/model';
import type { Api, Placed, SchemaNode } from '../api/api.js';
import { type ApiPair, directionOf, nodeOf, type PartChange, schemaChanges } from './part-changes.js';

/** What has the headers, as messages name it, and whether callers send or receive it. */
export interface HeaderPlace {
  of: string;
  direction: Direction;
}

/** Lists the differences; names are compared without case. */
export function compareHeaders(was: Placed, is: Placed, { of, direction }: HeaderPlace, apis: ApiPair): PartChange[] {
  const [old, now] = [headersOf(apis.before, was), headersOf(apis.after, is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [before, after] = [old.get(name), now.get(name)];
    const where = `header ${name} of ${of}`;
    const at = {
      pointer: (after ?? before)?.pointer ?? is.pointer,
      side: after === undefined ? 'old' : 'new',
      tool: false,
      where,
    } as const;
    const verdict = classifyPresenceChange(directionOf(apis, direction), presenceOf(before), presenceOf(after));
    const word =
      after === undefined ? 'was removed' : before === undefined ? 'was added' : `is now ${presenceOf(after)}`;
    return [
      ...(verdict === undefined ? [] : [{ ...at, ...verdict, message: `The header ${name} ${word}.` }]),
      ...(before === undefined || after === undefined
        ? []
        : schemaChanges({ before: before.schema, after: after.schema }, { where, tool: false, direction, at }, apis)),
    ];
  });
}

interface Header extends Placed {
  schema: SchemaNode | undefined;
}

/** `Content-Type` is described by `content`; OpenAPI ignores a header of this name. */
function headersOf(api: Api, { value, pointer }: Placed): Map<string, Header> {
  const headers = isJsonObject(value.headers) ? Object.entries(value.headers) : [];
  return new Map(
    headers.flatMap(([name, given]) => {
      const placed = api.follow({ value: given, pointer: childPointer(`${pointer}/headers`, name) });
      if (placed === undefined || name.toLowerCase() === 'content-type') return [];
      return [[name.toLowerCase(), { ...placed, schema: nodeOf(api, placed) }] as const];
    }),
  );
}

function presenceOf(header: Header | undefined) {
  if (header === undefined) return 'absent';
  return header.value.required === true ? 'required' : 'optional';
}
