/** What the fields of a form share: the value, how it is changed, problems by place, and texts that are not valid yet. */
import { createContext, useContext } from 'react';
import type { Path } from '../../../schema/edit-value.js';
import type { ExactValue } from '../../../schema/json-text.js';
import type { SchemaReader } from '../../../schema/schema-reader.js';

/** The shared state. */
export interface FormState {
  reader: SchemaReader;
  value: ExactValue | undefined;
  /** Sets the value at a path; undefined removes it. */
  onChange: (path: Path, next: ExactValue | undefined) => void;
  /** What is wrong, by JSON pointer. */
  problems: ReadonlyMap<string, string>;
  /** The alternative that the person chose, by JSON pointer. */
  choices: ReadonlyMap<string, number>;
  onChoose: (pointer: string, variant: number) => void;
  /** JSON texts that are not valid yet, by JSON pointer. */
  drafts: ReadonlyMap<string, string>;
  /** Keeps a text; undefined when it became valid. */
  onDraft: (pointer: string, text: string | undefined) => void;
}

const FormContext = createContext<FormState | undefined>(undefined);

/** Provides the state to the fields. */
export const FormProvider = FormContext.Provider;

/** The state. */
export function useForm(): FormState {
  const state = useContext(FormContext);
  if (state === undefined) throw new Error('FormProvider is missing');
  return state;
}
