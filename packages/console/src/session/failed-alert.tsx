/** Says in a form or a dialog why a call failed. */
import { ThirdPartyText } from '../components/third-party-text.js';
import { explainError } from './explain-error.js';

/** The alert; nothing when there is no error. */
export function FailedAlert({ error }: { error: unknown }) {
  if (error === undefined || error === null) return null;
  return (
    <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-bad">
      <ThirdPartyText text={explainError(error).detail} limit={600} />
    </p>
  );
}
