/** What a check against an official schema is, what it found, and the bounded list that collects it. */
import type { JsonValue } from '@dragoman/model';

/** One violation of a schema. */
export interface Problem {
  /** Location of the value that is wrong; of the object, when a member is missing. */
  pointer: string;
  /** A member that is missing or not allowed. */
  member?: string;
  /** Names of members that are allowed there. */
  known?: readonly string[];
  /** What is wrong, as the words after the name of the value. */
  fault: string;
  /** Values that would be right, when there are only a few. */
  allowed?: readonly JsonValue[];
  /** True when the value decides between alternatives. */
  distinguishes?: true;
  /** True when the value has a type that excludes everything else that the schema says. */
  otherType?: true;
}

/** Collects problems up to a limit, with a limit on the work as well. */
export interface Report {
  problems: Problem[];
  limit: number;
  /** Schemas that may still be applied; shared by all reports of one check. */
  work: Work;
}

/** The rest of the work that one check may do. */
export interface Work {
  left: number;
  /** The dialect of Schema Objects that the document declares. */
  dialect?: string;
  /** Objects that failed a schema, so that an explanation does not test them again at every level; absent in a plain test. */
  failed?: Map<object, Node[]>;
}

/** A compiled schema. `seen` collects the members that were looked at, for `unevaluatedProperties`. */
export interface Node {
  test(value: JsonValue, work: Work, seen?: Set<string>): boolean;
  explain(value: JsonValue, pointer: string, report: Report): void;
}

/** One keyword, compiled. */
export interface Rule {
  test(value: JsonValue, work: Work, seen?: Set<string>): boolean;
  explain(value: JsonValue, pointer: string, report: Report, seen: ReadonlySet<string>): void;
}

/** Compiles the parts of one document of schemas. */
export interface Compiler {
  node(schema: JsonValue): Node;
}

/** One of several schemas, with the schema itself for its explanation. */
export interface Branch {
  schema: JsonValue;
  node: Node;
}

/** True when nothing more is to be looked for. */
export function isFull({ problems, limit, work }: Report): boolean {
  return problems.length >= limit || work.left <= 0;
}
