/** A name that is applied when the field is left, because everything that refers to it changes with it. */
import { useEffect, useState } from 'react';
import { TextField } from './field.js';

/** Props of the field. */
export interface NameFieldProps {
  label: string;
  value: string;
  /** Names of the others. */
  taken: readonly string[];
  onRename: (to: string) => void;
  /** What a name consists of, and how to say it; letters, digits, _ and - by default. */
  form?: { pattern: RegExp; words: string };
}

const usualForm = { pattern: /^[A-Za-z0-9_-]+$/, words: 'Use letters, digits, "_" and "-" only.' };

/** The field. */
export function NameField({ label, value, taken, onRename, form = usualForm }: NameFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  const isForm = form.pattern.test(text);
  const error = !isForm ? form.words : taken.includes(text) ? 'Another one has this name.' : undefined;
  const apply = () => {
    if (error === undefined && text !== value) onRename(text);
    else setText(value);
  };
  return (
    <TextField
      mono
      label={label}
      value={text}
      error={error}
      onChange={(event) => setText(event.target.value)}
      onBlur={apply}
      onKeyDown={(event) => {
        if (event.key === 'Enter') apply();
        if (event.key === 'Escape') setText(value);
      }}
    />
  );
}
