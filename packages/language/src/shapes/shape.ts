/** Which members the objects of a format have: tables that completion and hover read. */

/**
 * A member: its type, and what it means. A type is `string`, `number`, `boolean`, `any`, the name of an object, or
 * quoted values (`'a' | 'b'`); `[]` after it is a list and `{}` a map. A `!` at the end marks a required member.
 */
export type MemberRow = readonly [type: string, doc: string];

/** The objects of a format: name → members. `*` stands for every other name. */
export type ShapeTable = Readonly<Record<string, Readonly<Record<string, MemberRow>>>>;

/** A format: its objects, and the one of the whole document. */
export interface Format {
  shapes: ShapeTable;
  root: string;
}

/** A member as completion and hover show it. */
export interface ShapeMember {
  name: string;
  type: string;
  doc: string;
  required: boolean;
}

const typeOf = (type: string) => type.replace(/!$/, '');

/** The type of the part at a path; undefined where the format says nothing. */
export function typeAt({ shapes, root }: Format, path: readonly string[]): string | undefined {
  let type: string | undefined = root;
  for (const key of path) {
    if (type === undefined) return undefined;
    if (/(?:\[\]|\{\})$/.test(type)) type = type.slice(0, -2);
    else type = memberRow(shapes, type, key)?.[0];
    if (type !== undefined) type = typeOf(type);
  }
  return type;
}

function memberRow(shapes: ShapeTable, type: string, key: string): MemberRow | undefined {
  if (!Object.hasOwn(shapes, type)) return undefined;
  const rows = shapes[type] ?? {};
  return Object.hasOwn(rows, key) ? rows[key] : rows['*'];
}

/** The members of the object at a path. */
export function membersAt(format: Format, path: readonly string[]): ShapeMember[] {
  const type = typeAt(format, path);
  const rows = type !== undefined && Object.hasOwn(format.shapes, type) ? (format.shapes[type] ?? {}) : {};
  return Object.entries(rows)
    .filter(([name]) => name !== '*')
    .map(([name, [own, doc]]) => ({ name, type: typeOf(own), doc, required: own.endsWith('!') }));
}

/** The member at a path; undefined for names that the author chose. */
export function memberAt(format: Format, path: readonly string[]): ShapeMember | undefined {
  const name = path.at(-1);
  return membersAt(format, path.slice(0, -1)).find((member) => member.name === name);
}

/** The values that a type lists; booleans have two. */
export function valuesOf(type: string | undefined): string[] {
  if (type === 'boolean') return ['true', 'false'];
  return [...(type ?? '').matchAll(/'([^']*)'/g)].flatMap(([, value]) => value ?? []);
}

/** What a new member begins with: a scalar on its line, or a block below it. */
export function contentOf({ shapes }: Format, type: string): 'scalar' | 'list' | 'block' {
  if (type.endsWith('[]')) return 'list';
  return type.endsWith('{}') || Object.hasOwn(shapes, type) ? 'block' : 'scalar';
}
