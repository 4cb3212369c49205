/** Parses the members that every design body has: id, name, visibility and grants. */
import type { JsonObject, JsonValue, Visibility } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import { fault, invalidBody, refuseUnknown } from '../import-request.js';
import { createBodyReader, designIdPattern } from '../toolset-request.js';

/** Limits of a design body. */
export const designLimits = {
  name: 200,
  description: 1024,
  grants: 100,
  grant: 500,
  reference: 128,
  members: 50,
  perMember: 20,
  when: 1000,
  mostTools: 256,
} as const;

/** Reads members one by one and collects their problems. */
export type BodyReader = ReturnType<typeof createBodyReader>;

/** The header of a body. */
export interface DesignHeaderBody {
  id?: string;
  name: string;
  visibility?: Visibility;
  grants?: string[];
}

/** Parses a body: the header here, the other members by `rest`; reports every problem at once. */
export function readDesignBody<T>(
  body: JsonValue,
  { known, creating }: { known: readonly string[]; creating: boolean },
  rest: (body: JsonObject, read: BodyReader) => T,
): { header: DesignHeaderBody; rest: T } {
  if (!isJsonObject(body)) throw invalidBody([fault('', '', 'must be an object with at least a name')]);
  const read = createBodyReader();
  refuseUnknown(body, [...(creating ? ['id'] : []), 'name', 'visibility', 'grants', ...known], '', read.faults);
  const wrong = 'must have 1 to 63 characters (a-z, 0-9, -) and not begin with -';
  const id = creating ? read.pattern(body.id, '/id', designIdPattern, wrong) : undefined;
  const name = read.text(body.name, '/name', designLimits.name) ?? read.missing('/name');
  const visibility = read.word(body.visibility, '/visibility', ['public', 'private'] as const);
  const grants = readGrants(body.grants, read);
  const made = rest(body, read);
  if (read.faults.length > 0) throw invalidBody(read.faults);
  return {
    header: {
      name,
      ...(id === undefined ? {} : { id }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(grants === undefined ? {} : { grants }),
    },
    rest: made,
  };
}

function readGrants(value: JsonValue | undefined, read: BodyReader): string[] | undefined {
  if (value === undefined) return undefined;
  const grants = read.texts(value, '/grants', { maxCount: designLimits.grants, maxLength: designLimits.grant });
  for (const [at, grant] of grants.entries()) {
    if (!/^(caller|scope):\S/.test(grant)) read.fault(`/grants/${at}`, 'must be caller:<subject> or scope:<scope>');
  }
  return grants;
}
