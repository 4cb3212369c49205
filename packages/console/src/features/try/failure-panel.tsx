/** A call that the gateway refused or that failed. */
import { isDragomanError } from '@dragoman/sdk';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { explainError } from '../../session/explain-error.js';

/** What went wrong, where, and what to do. */
export function FailurePanel({ error }: { error: unknown }) {
  const failure = isDragomanError(error) ? error : undefined;
  const { title, detail, code } = explainError(error);
  return (
    <div role="alert" className="flex flex-col gap-2 rounded-md bg-bad-soft px-4 py-3">
      <p className="font-semibold text-bad">
        {title} {code !== undefined && <span className="font-mono text-sm font-normal">{code}</span>}
      </p>
      <ThirdPartyText text={detail} limit={2000} marked={failure?.fromAgent === true} />
      {failure?.outcomeUnknown === true && (
        <p>The call may have taken effect. Check with the service before you run it again.</p>
      )}
      {failure !== undefined && failure.fieldErrors.length > 0 && (
        <ul className="flex flex-col gap-0.5 text-sm">
          {failure.fieldErrors.slice(0, 30).map(({ field, detail: text }) => (
            <li key={`${field} ${text}`}>
              <ThirdPartyText text={field} limit={120} className="font-mono" />{' '}
              <ThirdPartyText text={text} limit={300} />
            </li>
          ))}
        </ul>
      )}
      {failure?.retryAfter !== undefined && <p className="text-sm">It can be tried again in {failure.retryAfter} s.</p>}
    </div>
  );
}
