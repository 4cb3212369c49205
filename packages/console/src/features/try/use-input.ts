/** The input of a call while it is edited, as a form or as JSON text. Neither loses what the other holds. */
import type { JsonValue } from '@dragoman/model';
import { useCallback, useMemo, useState } from 'react';
import { type Path, pointerOf, setAt } from '../../schema/edit-value.js';
import { type ExactValue, findInexact, readJson, writeJson } from '../../schema/json-text.js';

/** How the input is edited. */
export type InputMode = 'form' | 'json';

/** The input and its changes. */
export interface EditedInput {
  mode: InputMode;
  value: ExactValue;
  /** The JSON text in the mode `json`. */
  text: string;
  choices: ReadonlyMap<string, number>;
  drafts: ReadonlyMap<string, string>;
  /** Why the input cannot be sent, or shown in the other way. */
  problem: string | undefined;
  /** The input as it is sent; undefined while there is a problem. */
  json: JsonValue | undefined;
  setMode: (mode: InputMode) => void;
  setText: (text: string) => void;
  change: (path: Path, next: ExactValue | undefined) => void;
  choose: (pointer: string, variant: number) => void;
  keepDraft: (pointer: string, text: string | undefined) => void;
  /** Replaces the whole input, as when a run is repeated. */
  load: (value: ExactValue) => void;
}

interface State {
  mode: InputMode;
  value: ExactValue;
  text: string;
  choices: ReadonlyMap<string, number>;
  drafts: ReadonlyMap<string, string>;
}

/** Edits an input that starts with this value. */
export function useInput(first: ExactValue): EditedInput {
  const [state, setState] = useState<State>(() => startWith('form', first));
  const problem = useMemo(() => findProblem(state), [state]);
  const json = useMemo(() => {
    const value = state.mode === 'json' ? readJson(state.text).value : state.value;
    return problem === undefined && value !== undefined ? (value as JsonValue) : undefined;
  }, [state, problem]);
  const change = useCallback((path: Path, next: ExactValue | undefined) => {
    setState((before) => ({
      ...before,
      value: setAt(before.value, path, next) ?? {},
      // Positions in a list move when an item is removed.
      ...(next === undefined ? withoutPlaces(before, pointerOf(path.slice(0, -1))) : {}),
    }));
  }, []);
  const choose = useCallback((pointer: string, variant: number) => {
    setState((before) => ({ ...before, choices: new Map(before.choices).set(pointer, variant) }));
  }, []);
  const keepDraft = useCallback((pointer: string, text: string | undefined) => {
    setState((before) => {
      const drafts = new Map(before.drafts);
      if (text === undefined) drafts.delete(pointer);
      else drafts.set(pointer, text);
      return { ...before, drafts };
    });
  }, []);
  return {
    ...state,
    problem,
    json,
    setMode: (mode) => setState((before) => switchMode(before, mode)),
    setText: (text) => setState((before) => ({ ...before, text })),
    change,
    choose,
    keepDraft,
    load: (value) => setState((before) => startWith(before.mode, value)),
  };
}

function startWith(mode: InputMode, value: ExactValue): State {
  return { mode, value, text: writeJson(value), choices: new Map(), drafts: new Map() };
}

/** A text that is not valid JSON stays where it is. */
function switchMode(before: State, mode: InputMode): State {
  if (mode === before.mode || hasSyntaxProblem(before)) return before;
  if (mode === 'json') return { ...before, mode, text: writeJson(before.value), drafts: new Map() };
  const { value } = readJson(before.text);
  return value === undefined ? before : { ...before, mode, value, drafts: new Map() };
}

function hasSyntaxProblem({ mode, text, drafts }: State): boolean {
  const texts = mode === 'json' ? [text] : [...drafts.values()];
  return texts.some((each) => readJson(each).problem !== undefined);
}

function findProblem(state: State): string | undefined {
  if (hasSyntaxProblem(state)) {
    if (state.mode === 'json') return readJson(state.text).problem;
    return 'A value is not valid JSON yet.';
  }
  const value = state.mode === 'json' ? readJson(state.text).value : state.value;
  const [inexact] = value === undefined ? [] : findInexact(value);
  if (inexact === undefined) return undefined;
  return `The gateway would round the number at ${inexact === '' ? 'the top' : inexact}. Send it as text if the service accepts that.`;
}

function withoutPlaces({ choices, drafts }: State, prefix: string) {
  const outside = ([pointer]: [string, unknown]) => !pointer.startsWith(`${prefix}/`);
  return { choices: new Map([...choices].filter(outside)), drafts: new Map([...drafts].filter(outside)) };
}
