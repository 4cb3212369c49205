/** Why the server would not store a draft: by tool, and the rest. */
import type { FieldError } from '@dragoman/model';

/** A failure with its wrong fields. */
export interface ExplainedFailure {
  /** What is wrong, in a few words; the problems of tools are shown at them. */
  message: string;
  /** Problems of the tool at this position. */
  ofTool: (at: number) => string[];
}

/** The part of an error that is needed. */
export interface FaultyAnswer {
  message: string;
  fieldErrors: readonly FieldError[];
}

/** What the server says to programs, for a person who sees the field. */
const texts: Readonly<Record<string, string>> = {
  'toolset/name-clash': 'Another tool of the toolset has this name. Enter another name for one of them.',
};

/** Sorts the wrong fields by tool. */
export function explainFaults({ message, fieldErrors }: FaultyAnswer): ExplainedFailure {
  const byTool = new Map<number, string[]>();
  const others: string[] = [];
  for (const { pointer = '', field, code, detail: given } of fieldErrors) {
    const detail = texts[code] ?? given;
    const [, at] = /^\/tools\/(\d+)/.exec(pointer) ?? [];
    if (at === undefined) others.push(`${field} ${detail}`.trim());
    else byTool.set(Number(at), [...(byTool.get(Number(at)) ?? []), detail]);
  }
  const count = byTool.size === 1 ? '1 tool has a problem' : `${byTool.size} tools have problems`;
  return {
    message: fieldErrors.length === 0 ? message : [...(byTool.size === 0 ? [] : [count]), ...others].join(', '),
    ofTool: (at) => byTool.get(at) ?? [],
  };
}
