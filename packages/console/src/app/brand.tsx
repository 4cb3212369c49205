/** The name and the sign of the product. */
import { Link } from '@tanstack/react-router';
import icon from './icon.svg';

/** A link to the first page. */
export function Brand() {
  return (
    <Link to="/" className="flex items-center gap-2 rounded-md px-1 font-semibold tracking-tight">
      <img src={icon} alt="" className="size-5" />
      Dragoman
    </Link>
  );
}
