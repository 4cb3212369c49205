/** What a failure means, who can fix it and how; the words are those of the server's failure table. */
import type { ProblemExplanation } from '@dragoman/sdk';
import { CircleAlert } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Facts, Panel } from '../../components/page.js';

/** Who can fix a failure, in words. */
const fixers: Readonly<Record<string, string>> = {
  caller: 'The caller',
  owner: 'The owner of the service on this server',
  provider: 'The provider of the service',
  operator: 'The operator of this server',
};

/** The explanation of a failure code. */
export function FailureHelp({ problem, outcome }: { problem: ProblemExplanation; outcome: string }) {
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <CircleAlert aria-hidden className="size-4 text-bad" />
          {problem.title}
        </span>
      }
      actions={<Badge tone="bad">{problem.code}</Badge>}
    >
      <Facts
        facts={[
          ['What it means', problem.meaning],
          ['Who can fix it', fixers[problem.fixed_by] ?? problem.fixed_by],
          ['How to fix it', problem.what_to_do],
          ['Try again', problem.retryable ? 'The same call may succeed later.' : 'The same call fails again.'],
          ['HTTP status', String(problem.status)],
          ...(outcome === 'unknown'
            ? [['Effect', 'The call was sent and may have taken effect. Check with the service first.'] as const]
            : []),
        ]}
      />
    </Panel>
  );
}

/** What an error status of the service means, who can fix it, and how. */
const answers: readonly (readonly [from: number, meaning: string, fixer: string, fix: string])[] = [
  [500, 'The service has an error of its own.', 'provider', 'Give them the time and the trace id.'],
  [
    429,
    'The service limits how often it may be called.',
    'caller',
    'Call it less often, or ask its provider for a higher limit.',
  ],
  [404, 'The service does not have what the input names.', 'caller', 'Correct the input.'],
  [403, 'The credential may not do this.', 'owner', 'Store a credential with more rights.'],
  [401, 'The service does not accept the credential.', 'owner', 'Store a valid credential.'],
  [400, 'The service rejects the input.', 'caller', 'Correct the input.'],
];

/** What an error status of the service means; nothing when it answered with success. */
export function AnswerHelp({ status }: { status: number }) {
  const row = answers.find(
    ([from]) => status === from || (from === 500 && status >= 500) || (from === 400 && status >= 400),
  );
  if (row === undefined) return null;
  const [, meaning, fixer, fix] = row;
  return (
    <Panel
      title={
        <span className="flex items-center gap-2">
          <CircleAlert aria-hidden className="size-4 text-warn" />
          The service answered with an error
        </span>
      }
      actions={<Badge tone="warn">{status}</Badge>}
    >
      <Facts
        facts={[
          ['What it means', meaning],
          ['Who can fix it', fixers[fixer] ?? fixer],
          ['How to fix it', fix],
          ['Outcome', 'The call was made; the answer was passed on to the caller.'],
        ]}
      />
    </Panel>
  );
}
