/** The findings of a preview: how many of each code, and those of the chosen code. */
import type { ImportFinding } from '@dragoman/sdk';
import { useMemo, useState } from 'react';
import { classNames } from '../../components/class-names.js';
import { ThirdPartyText } from '../../components/third-party-text.js';

/** Findings that are shown at once. */
const maxShown = 100;

const dots = { error: 'bg-bad', warning: 'bg-warn', info: 'bg-note' };

/** The findings. */
export function Findings({ findings }: { findings: readonly ImportFinding[] }) {
  const [code, setCode] = useState<string>();
  const codes = useMemo(() => {
    const counts = new Map<string, { severity: ImportFinding['severity']; count: number }>();
    for (const finding of findings) {
      const known = counts.get(finding.code);
      counts.set(finding.code, { severity: finding.severity, count: (known?.count ?? 0) + 1 });
    }
    return [...counts];
  }, [findings]);
  const shown = findings.filter((finding) => code === undefined || finding.code === code);
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-wrap gap-1.5">
        <legend className="sr-only">Filter by code</legend>
        {codes.map(([each, { severity, count }]) => (
          <button
            key={each}
            type="button"
            aria-pressed={code === each}
            onClick={() => setCode(code === each ? undefined : each)}
            className={classNames(
              'flex h-6 items-center gap-1.5 rounded-full border px-2.5 text-sm',
              code === each ? 'border-accent bg-selected text-accent-strong' : 'border-line text-muted hover:bg-hover',
            )}
          >
            <span aria-hidden className={classNames('size-1.5 rounded-full', dots[severity])} />
            {each}
            <span className="tabular-nums">{count.toLocaleString('en')}</span>
          </button>
        ))}
      </fieldset>
      <ul className="flex max-h-72 flex-col gap-2.5 overflow-y-auto">
        {shown.slice(0, maxShown).map((finding, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: findings of one report have no other identity
          <li key={at} className="flex gap-2">
            <span aria-hidden className={classNames('mt-1.5 size-1.5 shrink-0 rounded-full', dots[finding.severity])} />
            <div className="min-w-0">
              <p className="text-anywhere">
                <span className="sr-only">{finding.severity}: </span>
                <ThirdPartyText text={finding.message} />
              </p>
              <p className="text-sm text-muted">
                <ThirdPartyText text={finding.help} />
              </p>
              {finding.pointer !== '' && (
                <p className="font-mono text-xs text-faint">
                  <ThirdPartyText text={finding.pointer} limit={300} />
                </p>
              )}
            </div>
          </li>
        ))}
      </ul>
      {shown.length > maxShown && (
        <p className="text-sm text-muted">
          {(shown.length - maxShown).toLocaleString('en')} more; dragoman add --dry-run lists all.
        </p>
      )}
    </div>
  );
}
