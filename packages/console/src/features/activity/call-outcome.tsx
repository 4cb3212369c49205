/** The outcome of a call; done with an error status of the service is not green. */
import { Badge, type Outcome, OutcomeBadge } from '../../components/badge.js';

/** True when the call was made and the service answered with an error. */
export function isErrorAnswer({ outcome, status }: { outcome: Outcome; status: unknown }): boolean {
  return outcome === 'done' && typeof status === 'number' && status >= 400;
}

/** The outcome. */
export function CallOutcome({ outcome, status }: { outcome: Outcome; status: unknown }) {
  if (!isErrorAnswer({ outcome, status })) return <OutcomeBadge outcome={outcome} />;
  return (
    <Badge tone="warn" title={`The service answered with ${String(status)}`}>
      done
    </Badge>
  );
}
