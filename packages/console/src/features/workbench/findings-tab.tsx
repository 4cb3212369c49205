/** The findings by rule, the most frequent first, with quick fixes one by one or for a whole rule. */
import type { LanguageDiagnostic, RuleGroup } from '@dragoman/language';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { EmptyState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { FixDialog } from './fix-dialog.js';
import type { Work } from './use-work.js';

const tones: Readonly<Record<LanguageDiagnostic['severity'], BadgeTone>> = {
  error: 'bad',
  warning: 'warn',
  info: 'note',
};

/** Findings of a rule that are listed at first. */
const firstShown = 5;

/** The tab. */
export function FindingsTab({ work }: { work: Work }) {
  const { checked } = work;
  const [fixing, setFixing] = useState<readonly LanguageDiagnostic[]>();
  if (checked === undefined) return <LoadingRows rows={8} />;
  const { groups, share, unlisted } = checked.assessment;
  if (groups.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="Nothing to improve">
        No findings.
      </EmptyState>
    );
  }
  const fixable = checked.diagnostics.filter(({ fix }) => fix !== undefined);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        {groups.length > 3 && `Fixing the first 3 rules removes ${share} % of the findings. `}
        {fixable.length > 0 &&
          `${fixable.length.toLocaleString('en')} ${fixable.length === 1 ? 'has' : 'have'} a quick fix.`}
        {unlisted > 0 && ` ${unlisted.toLocaleString('en')} more are counted in the score, but not listed.`}
      </p>
      {fixable.length > 1 && (
        <Button className="self-start" onClick={() => setFixing(fixable)}>
          Preview all quick fixes
        </Button>
      )}
      <ul className="flex flex-col gap-2">
        {groups.map((group) => (
          <Rule key={group.code} group={group} work={work} onFix={setFixing} />
        ))}
      </ul>
      {fixing !== undefined && <FixDialog work={work} diagnostics={fixing} onClose={() => setFixing(undefined)} />}
    </div>
  );
}

interface RuleProps {
  group: RuleGroup;
  work: Work;
  onFix: (diagnostics: readonly LanguageDiagnostic[]) => void;
}

function Rule({ group, work, onFix }: RuleProps) {
  const [shown, setShown] = useState(0);
  const { code, severity, count, fixable, help } = group;
  const own = shown === 0 ? [] : (work.checked?.diagnostics ?? []).filter((each) => each.code === code);
  return (
    <li className="rounded-md border border-line">
      <div className="flex items-start gap-2 px-3 py-2">
        <button
          type="button"
          aria-expanded={shown > 0}
          onClick={() => setShown(shown > 0 ? 0 : firstShown)}
          className="min-w-0 flex-1 text-left"
        >
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[severity]}>{severity === 'info' ? 'note' : severity}</Badge>
            <span className="font-mono text-sm text-anywhere">{code.replace(/^(?:lint|agis|syntax)\//, '')}</span>
            <span className="text-sm text-muted tabular-nums">{count.toLocaleString('en')}</span>
          </span>
          <span className="mt-0.5 block text-sm text-muted">
            <ThirdPartyText text={help} limit={300} />
          </span>
        </button>
        {fixable > 0 && (
          <Button
            onClick={() =>
              onFix((work.checked?.diagnostics ?? []).filter((each) => each.code === code && each.fix !== undefined))
            }
          >
            {`Fix ${fixable.toLocaleString('en')}`}
          </Button>
        )}
      </div>
      {own.length > 0 && (
        <ul className="divide-y divide-line border-t border-line">
          {own.slice(0, shown).map((diagnostic) => (
            <Finding key={diagnostic.key} diagnostic={diagnostic} work={work} onFix={onFix} />
          ))}
          {own.length > shown && (
            <li className="px-3 py-1.5">
              <Button tone="quiet" onClick={() => setShown(shown + 50)}>
                {`${(own.length - shown).toLocaleString('en')} more`}
              </Button>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}

function Finding({ diagnostic, work, onFix }: Omit<RuleProps, 'group'> & { diagnostic: LanguageDiagnostic }) {
  return (
    <li className="flex items-start gap-2 px-3 py-1.5 text-sm">
      <button
        type="button"
        className="min-w-0 flex-1 text-left text-anywhere hover:underline"
        onClick={() => work.editor?.reveal(diagnostic)}
      >
        <ThirdPartyText text={diagnostic.message} limit={300} />
      </button>
      {diagnostic.fix !== undefined && (
        <Button title={diagnostic.fix} onClick={() => onFix([diagnostic])}>
          Fix
        </Button>
      )}
    </li>
  );
}
