/** The conditions of the profile as a checklist with reasons, and what raises the score most. */
import type { AssessedCondition } from '@dragoman/language';
import { CircleCheck, CircleDashed, CircleMinus, CircleX } from 'lucide-react';
import { LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Work } from './use-work.js';

const icons: Readonly<Record<AssessedCondition['verdict'], { Icon: typeof CircleCheck; tone: string }>> = {
  holds: { Icon: CircleCheck, tone: 'text-good' },
  fails: { Icon: CircleX, tone: 'text-bad' },
  'not determined': { Icon: CircleDashed, tone: 'text-muted' },
  'not applicable': { Icon: CircleMinus, tone: 'text-faint' },
};

/** The tab. */
export function ConditionsTab({ work: { checked, document } }: { work: Work }) {
  if (checked === undefined) return <LoadingRows rows={14} />;
  const { conditions, score } = checked.assessment;
  const met = conditions.filter(({ verdict }) => verdict === 'holds').length;
  return (
    <div className="flex flex-col gap-4">
      <p className="text-muted">
        {conditions.length === 0
          ? 'The conditions apply to OpenAPI documents that can be read.'
          : `${met} of ${conditions.length} hold according to the text.`}
        {document.kind === 'openapi' &&
          conditions.length > 0 &&
          ' Conditions that only a running API can show are not determined here.'}
      </p>
      <ul aria-label="Conditions" className="flex flex-col gap-2.5">
        {conditions.map(({ id, condition, verdict, reason }) => {
          const { Icon, tone } = icons[verdict];
          return (
            <li key={id} className="flex gap-2">
              <Icon aria-hidden className={`mt-0.5 size-4 shrink-0 ${tone}`} />
              <span className="min-w-0">
                <span className="block font-medium">
                  {condition} <span className="text-sm font-normal text-muted">({verdict})</span>
                </span>
                <span className="block text-sm text-muted">
                  <ThirdPartyText text={reason} limit={300} />
                </span>
              </span>
            </li>
          );
        })}
      </ul>
      {score.fixes.length > 0 && (
        <section>
          <h2 className="mb-1 font-semibold">What raises the score</h2>
          <ul className="flex flex-col gap-1.5">
            {score.fixes.slice(0, 6).map(({ fact, advice, gain, operations }) => (
              <li key={fact} className="flex gap-3 text-sm">
                <span className="w-12 shrink-0 text-right text-good tabular-nums">+{gain}</span>
                <span className="min-w-0">
                  {advice}{' '}
                  <span className="text-muted">{`(${operations} ${operations === 1 ? 'operation' : 'operations'})`}</span>
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
