/** A secret with several lines, such as a private key: masked, and the browser is asked neither to complete nor to keep it. */
import { TextAreaField } from './field.js';

/** Props of the field. */
export interface SecretAreaProps {
  label: string;
  help?: string | undefined;
  value: string;
  placeholder?: string;
  onChange: (value: string) => void;
}

/** The field. */
export function SecretArea({ onChange, ...rest }: SecretAreaProps) {
  return (
    <TextAreaField
      {...rest}
      spellCheck={false}
      autoComplete="off"
      mono
      className="[-webkit-text-security:disc]"
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
