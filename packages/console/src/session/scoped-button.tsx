/** A button for what needs a scope: without it, the button is disabled and names the scope. */
import { Button, type ButtonProps } from '../components/button.js';
import { useHasScope } from './console-context.js';

/** Props of the button. */
export interface ScopedButtonProps extends ButtonProps {
  scope: string;
}

/** The button. */
export function ScopedButton({ scope, ...rest }: ScopedButtonProps) {
  const isAllowed = useHasScope(scope);
  return <Button {...rest} {...(isAllowed ? {} : { disabled: true, title: `Needs the scope ${scope}` })} />;
}
