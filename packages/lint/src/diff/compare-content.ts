/** Differences of the media types of a body, of their schemas, and of the encoding of parts. */
import { canonicalJson, childPointer } from '@dragoman/documents';
import type { Direction, JsonValue } from '@dragoman/model';
import { isJsonObject } from '@dragoman/model';
import type { Placed } from '../api/api.js';
import type { ApiChange } from './change.js';
import { compareHeaders } from './compare-headers.js';
import { type ApiPair, directionOf, nodeOf, type PartChange, schemaChanges } from './part-changes.js';

/** Media types with their objects. */
export type Content = readonly (Placed & { type: string })[];

/** The body whose content is compared. */
export interface ContentPlace {
  where: string;
  direction: Direction;
  at: Pick<PartChange, 'pointer' | 'side' | 'tool'>;
}

/** Lists the differences of media types and their schemas; a range such as `application/*` covers its types. */
export function compareContent(
  was: Content,
  is: Content,
  { where, direction, at }: ContentPlace,
  apis: ApiPair,
): PartChange[] {
  const plain = (type: string) => type.split(';')[0]?.trim().toLowerCase() ?? '';
  const find = (content: Content, type: string) =>
    content.find((each) => each.type === type) ??
    content.find((each) => plain(each.type) === plain(type)) ??
    content.find((each) => covers(plain(each.type), plain(type)));
  const gone = was.filter(({ type }) => find(is, type) === undefined);
  const added = is.filter(
    ({ type }) => !was.some((each) => find([each], type) !== undefined || find(is, each.type)?.type === type),
  );
  const isSent = directionOf(apis, direction) === 'input';
  const word = direction === 'input' ? 'accepted' : 'available';
  // A caller chooses among the types of a response; the receiver of a webhook gets what the service chooses.
  const isImposed = apis.isReversed === true && !isSent;
  const change = (effect: ApiChange['effect'], message: string): PartChange => ({ ...at, where, effect, message });
  return [
    ...gone.map(({ type }) => change('breaking', `The ${where} is no longer ${word} as ${type}.`)),
    ...added.map(({ type }) =>
      isImposed
        ? change('breaking', `The ${where} may now be sent as ${type}.`)
        : change('compatible', `The ${where} is now ${word} as ${type}.`),
    ),
    ...was.flatMap(({ type, ...old }) => {
      const now = find(is, type);
      if (now === undefined) return [];
      const pair = { before: nodeOf(apis.before, old), after: nodeOf(apis.after, now) };
      const place = { where: was.length > 1 ? `${where} (${type})` : where, tool: at.tool, direction, at };
      return [
        ...schemaChanges(pair, place, apis),
        ...compareEncodings(old, now, isSent).map((found) => ({ ...at, ...found, where })),
        ...comparePartHeaders(old, now, direction, apis),
      ];
    }),
  ];
}

function covers(range: string, type: string): boolean {
  return range === '*/*' || (range.endsWith('/*') && type.startsWith(range.slice(0, -1)));
}

/** How the parts of a form or a multipart body are written. */
function compareEncodings(was: Placed, is: Placed, isSent: boolean): Pick<PartChange, 'effect' | 'message'>[] {
  const [old, now] = [was, is].map(({ value }) => (isJsonObject(value.encoding) ? value.encoding : {}));
  return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].flatMap((name) => {
    const [before, after] = [encodingOf(old?.[name]), encodingOf(now?.[name])];
    const found: Pick<PartChange, 'effect' | 'message'>[] = [];
    if (before.form !== after.form)
      found.push({
        effect: 'breaking',
        message: `${name} is written in another form (style, explode or allowReserved).`,
      });
    if (before.types.join() !== after.types.join()) {
      const [sent, accepted] = isSent ? [before.types, after.types] : [after.types, before.types];
      const fits =
        accepted.length === 0 ||
        (sent.length > 0 && sent.every((type) => accepted.some((each) => each === type || covers(each, type))));
      const list = (types: readonly string[]) => types.join(', ') || 'any media type';
      found.push({
        effect: fits ? 'compatible' : 'breaking',
        message: `${name} was ${list(before.types)} and is ${list(after.types)}.`,
      });
    }
    return found;
  });
}

/** Headers of the parts of a multipart body. */
function comparePartHeaders(was: Placed, is: Placed, direction: Direction, apis: ApiPair): PartChange[] {
  const names = [was, is].flatMap(({ value }) => (isJsonObject(value.encoding) ? Object.keys(value.encoding) : []));
  const part = ({ value, pointer }: Placed, name: string): Placed => {
    const given = isJsonObject(value.encoding) ? value.encoding[name] : undefined;
    return { value: isJsonObject(given) ? given : {}, pointer: childPointer(`${pointer}/encoding`, name) };
  };
  return [...new Set(names)].flatMap((name) =>
    compareHeaders(part(was, name), part(is, name), { of: `the part ${name}`, direction }, apis),
  );
}

function encodingOf(value: JsonValue | undefined): { types: string[]; form: string } {
  const { contentType, style, explode, allowReserved } = isJsonObject(value) ? value : {};
  const types = typeof contentType === 'string' ? contentType.toLowerCase().split(',') : [];
  const form = canonicalJson([style ?? 'form', explode ?? (style ?? 'form') === 'form', allowReserved ?? false]);
  return { types: types.map((type) => type.trim()).sort(), form };
}
