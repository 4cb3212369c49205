/** A JSON Schema as logic: atoms about values of one type, combined by all, any, one and not. */
import type { JsonValue } from '@dragoman/model';

/** Types of JSON values; integers are numbers. */
export type ValueType = 'null' | 'boolean' | 'number' | 'string' | 'array' | 'object';

/** Every type, in the order in which examples are looked for. */
export const valueTypes: readonly ValueType[] = ['string', 'number', 'object', 'array', 'boolean', 'null'];

/** An atom about a type holds for values of all other types. */
export type SchemaShape =
  | { kind: 'always'; value: boolean }
  | { kind: 'all' | 'any' | 'one'; parts: readonly SchemaLogic[] }
  | { kind: 'not'; part: SchemaLogic }
  | { kind: 'link'; target: () => SchemaLogic }
  | { kind: 'types'; types: ReadonlySet<ValueType | 'integer'> }
  | { kind: 'values'; values: ReadonlyMap<string, JsonValue> }
  | { kind: 'bound'; side: 'min' | 'max'; limit: number; exclusive: boolean }
  | { kind: 'multiple'; of: number }
  | { kind: 'size'; of: 'string' | 'array' | 'object'; side: 'min' | 'max'; limit: number }
  | { kind: 'pattern'; source: string }
  /** A named restriction of texts: a format, an encoding. */
  | { kind: 'word'; word: string }
  | {
      kind: 'members';
      names: ReadonlyMap<string, SchemaLogic>;
      patterns: ReadonlyMap<string, SchemaLogic>;
      rest: SchemaLogic | undefined;
      /** True inside a condition: its names are rules about members, not members that the schema adds. */
      isConditional: boolean;
    }
  | { kind: 'required'; name: string }
  | { kind: 'names'; part: SchemaLogic }
  | { kind: 'items'; prefix: readonly SchemaLogic[]; rest: SchemaLogic | undefined }
  | { kind: 'contains'; part: SchemaLogic; min: number; max: number }
  | { kind: 'unique' }
  /**
   * A rule that is not reasoned about; two are equal when their texts and the parts that they depend on are. To break
   * `about` is often to break it.
   */
  | { kind: 'opaque'; text: string; parts: readonly SchemaLogic[]; about: SchemaLogic | undefined };

/** A part of a schema with its own number. */
export type SchemaLogic = SchemaShape & { id: number };

/** The type that an atom is about; undefined for combinations and for atoms about all types. */
export function typeOfAtom(logic: SchemaLogic): ValueType | undefined {
  switch (logic.kind) {
    case 'bound':
    case 'multiple':
      return 'number';
    case 'size':
      return logic.of;
    case 'pattern':
    case 'word':
      return 'string';
    case 'members':
    case 'required':
    case 'names':
      return 'object';
    case 'items':
    case 'contains':
    case 'unique':
      return 'array';
    default:
      return undefined;
  }
}

/** The type of a value. */
export function typeOfValue(value: JsonValue): ValueType {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value as ValueType;
}
