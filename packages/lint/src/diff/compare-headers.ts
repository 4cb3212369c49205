/** Differences of the headers of a response. */
import { childPointer } from '@dragoman/documents';
import { classifyPresenceChange, isJsonObject } from '@dragoman/model';
import type { Api, Placed, ResponseView, SchemaNode } from '../api/api.js';
import type { ApiChange } from './change.js';

type HeaderChange = Omit<ApiChange, 'operation'>;

/** Compares the schemas of a header. */
type CompareHeader = (
  pair: { before: SchemaNode | undefined; after: SchemaNode | undefined },
  where: string,
) => HeaderChange[];

/** Lists the differences; names are compared without case. */
export function compareHeaders(
  was: ResponseView,
  is: ResponseView,
  { apis, compare }: { apis: { before: Api; after: Api }; compare: CompareHeader },
): HeaderChange[] {
  const [old, now] = [headersOf(apis.before, was), headersOf(apis.after, is)];
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((name) => {
    const [before, after] = [old.get(name), now.get(name)];
    const where = `header ${name} of the response ${is.status}`;
    const at = {
      pointer: (after ?? before)?.pointer ?? is.pointer,
      side: after === undefined ? 'old' : 'new',
      tool: false,
      where,
    } as const;
    const verdict = classifyPresenceChange('output', presenceOf(before), presenceOf(after));
    const word =
      after === undefined ? 'was removed' : before === undefined ? 'was added' : `is now ${presenceOf(after)}`;
    return [
      ...(verdict === undefined ? [] : [{ ...at, ...verdict, message: `The header ${name} ${word}.` }]),
      ...(before === undefined || after === undefined
        ? []
        : compare({ before: before.schema, after: after.schema }, where)),
    ];
  });
}

interface Header extends Placed {
  schema: SchemaNode | undefined;
}

function headersOf(api: Api, { value, pointer }: ResponseView): Map<string, Header> {
  const headers = isJsonObject(value.headers) ? Object.entries(value.headers) : [];
  return new Map(
    headers.flatMap(([name, given]) => {
      const placed = api.follow({ value: given, pointer: childPointer(`${pointer}/headers`, name) });
      if (placed === undefined) return [];
      const at = `${placed.pointer}/schema`;
      const found =
        placed.value.schema === undefined ? undefined : api.follow({ value: placed.value.schema, pointer: at });
      const schema: SchemaNode | undefined =
        found === undefined ? undefined : { schema: found.value, pointer: found.pointer, at, role: 'root' };
      return [[name.toLowerCase(), { ...placed, schema }] as const];
    }),
  );
}

function presenceOf(header: Header | undefined) {
  if (header === undefined) return 'absent';
  return header.value.required === true ? 'required' : 'optional';
}
