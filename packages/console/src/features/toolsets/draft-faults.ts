/** Why the server would not store a draft: by tool, and the rest. */
import type { FieldError } from '@dragoman/model';

/** A failure with its wrong fields. */
export interface ExplainedFailure {
  message: string;
  /** Problems of the tool at this position. */
  ofTool: (at: number) => string[];
  /** Problems that belong to no tool. */
  others: string[];
}

/** The part of an error that is needed. */
export interface FaultyAnswer {
  message: string;
  fieldErrors: readonly FieldError[];
}

/** Sorts the wrong fields by tool. */
export function explainFaults({ message, fieldErrors }: FaultyAnswer): ExplainedFailure {
  const byTool = new Map<number, string[]>();
  const others: string[] = [];
  for (const { pointer = '', field, detail } of fieldErrors) {
    const [, at] = /^\/tools\/(\d+)/.exec(pointer) ?? [];
    if (at === undefined) others.push(`${field} ${detail}`.trim());
    else byTool.set(Number(at), [...(byTool.get(Number(at)) ?? []), detail]);
  }
  return { message, ofTool: (at) => byTool.get(at) ?? [], others };
}
