/** What changed since the document was opened, or from another version, and what breaks callers. */
import { CircleCheck, FileUp } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Badge, type BadgeTone } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { EmptyState, LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Differences } from '../../language/language-client.js';
import { TextDifference } from '../../language/text-difference.js';
import { highlightingOf } from './open-document.js';
import type { Work } from './use-work.js';

const tones: Readonly<Record<string, BadgeTone>> = {
  breaking: 'bad',
  undecided: 'warn',
  meaning: 'warn',
  compatible: 'good',
  description: 'note',
};

/** Changes that are listed. */
const maxChanges = 200;

/** Longest text whose lines are compared in the page. */
const maxCompared = 2_000_000;

/** The tab. */
export function CompareTab({ work }: { work: Work }) {
  const { client, checked, document } = work;
  const [base, setBase] = useState({ text: document.base, name: 'the text as it was opened' });
  const [found, setFound] = useState<Differences | 'unreadable'>();
  const [isText, setIsText] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const round = checked?.round ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every check
  useEffect(() => {
    void client?.compare(base.text).then((differences) => setFound(differences ?? 'unreadable'));
  }, [client, base, round]);
  const read = async (file: File | undefined) => {
    if (file !== undefined) setBase({ text: await file.text(), name: file.name });
  };
  return (
    <div className="flex flex-col gap-3">
      <p className="text-muted">
        Compared with <ThirdPartyText text={base.name} limit={80} />.
      </p>
      <input
        ref={chooser}
        type="file"
        aria-label="Earlier version"
        tabIndex={-1}
        className="sr-only"
        onChange={(event) => void read(event.target.files?.[0])}
      />
      <div className="flex flex-wrap gap-2">
        <Button icon={FileUp} onClick={() => chooser.current?.click()}>
          Compare with a file
        </Button>
        <Button aria-pressed={isText} disabled={base.text.length > maxCompared} onClick={() => setIsText(!isText)}>
          {isText ? 'Hide the lines' : 'Show the lines'}
        </Button>
      </div>
      {isText && (
        <TextDifference
          label="Changed lines"
          before={base.text}
          after={work.text()}
          language={highlightingOf(base.text)}
        />
      )}
      {found === undefined ? <LoadingRows rows={4} /> : <Changes found={found} kind={document.kind} />}
    </div>
  );
}

function Changes({ found, kind }: { found: Differences | 'unreadable'; kind: string }) {
  if (found === 'unreadable') {
    return (
      <p className="rounded-md bg-sunken px-3 py-2 text-muted">{`One of the texts cannot be read as ${kind === 'agis' ? 'AGIS' : 'OpenAPI'} at the moment.`}</p>
    );
  }
  const { changes, counts, versions } = found;
  if (changes.length === 0) {
    return (
      <EmptyState icon={CircleCheck} title="No change for callers">
        The two texts have the same contract for callers.
      </EmptyState>
    );
  }
  return (
    <>
      <p>
        <strong className={counts.breaking > 0 ? 'text-bad' : 'text-good'}>{`${counts.breaking} breaking`}</strong>
        {`, ${changes.length - counts.breaking} other. The changes call for version ${versions.suggested}.`}
      </p>
      <ul aria-label="Changes for callers" className="divide-y divide-line">
        {changes.slice(0, maxChanges).map(({ effect, message, operation, pointer }) => (
          <li key={`${pointer} ${message}`} className="flex gap-2 py-1.5">
            <Badge tone={tones[effect] ?? 'neutral'}>{effect}</Badge>
            <span className="min-w-0 text-sm">
              <ThirdPartyText text={message} limit={300} />
              <span className="block text-faint">
                <ThirdPartyText text={operation ?? pointer} limit={120} />
              </span>
            </span>
          </li>
        ))}
      </ul>
      {changes.length > maxChanges && <p className="text-sm text-muted">{changes.length - maxChanges} more</p>}
    </>
  );
}
