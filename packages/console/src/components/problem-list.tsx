/** What is wrong with a document: each finding with its place and what to do. */
import { CircleCheck } from 'lucide-react';
import { Badge } from './badge.js';
import { EmptyState } from './states.js';
import { ThirdPartyText } from './third-party-text.js';

/** One finding. */
export interface Problem {
  code: string;
  severity: 'error' | 'warning' | 'info';
  message: string;
  help: string;
  /** JSON pointer to its place. */
  pointer: string;
  line?: number;
  /** Name of the part that it belongs to, which `onOpen` shows. */
  place?: string;
  onOpen?: () => void;
}

const tones = { error: 'bad', warning: 'warn', info: 'note' } as const;
/** Findings that are shown. */
const mostRows = 100;

/** Props of the list. */
export interface ProblemListProps {
  problems: readonly Problem[];
  /** What holds when there are none. */
  none: string;
}

/** The list. */
export function ProblemList({ problems, none }: ProblemListProps) {
  if (problems.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="No problems">
        {none}
      </EmptyState>
    );
  }
  return (
    <ul aria-label="Problems" className="divide-y divide-line">
      {problems.slice(0, mostRows).map(({ code, severity, message, help, pointer, line, place, onOpen }) => (
        <li key={`${code} ${pointer} ${message}`} className="flex flex-col gap-1 px-4 py-3">
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            <Badge tone={tones[severity]}>{severity}</Badge>
            {line !== undefined && <span className="tabular-nums">line {line}</span>}
            {place !== undefined && (
              <button type="button" className="text-accent hover:underline" onClick={onOpen}>
                {place}
              </button>
            )}
          </p>
          <p>
            <ThirdPartyText text={`${pointer.split('/').at(-1) ?? ''} ${message}`} limit={300} />
          </p>
          <p className="text-sm text-muted">{help}</p>
        </li>
      ))}
      {problems.length > mostRows && <li className="px-4 py-3 text-muted">and {problems.length - mostRows} more</li>}
    </ul>
  );
}
