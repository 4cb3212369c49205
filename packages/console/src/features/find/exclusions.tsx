/** What the policy excluded, and what the server remarks. */
import type { ResolvedIntent } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { Badge } from '../../components/badge.js';
import { Facts, Panel } from '../../components/page.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import { serviceTarget } from '../links.js';
import { exclusionLabel, shortNumber } from './explain-decision.js';

/** Services that match and were excluded. */
export function ExclusionPanel({ excluded }: { excluded: ResolvedIntent['excluded'] }) {
  return (
    <Panel title="Excluded by policy">
      {excluded.length === 0 && <p className="text-muted">No matching service was excluded.</p>}
      <ul className="flex flex-col gap-3">
        {excluded.map(({ line, count, ids }) => (
          <li key={line}>
            <p className="flex items-center justify-between gap-2">
              {exclusionLabel(line)}
              <Badge>{count.toLocaleString('en')}</Badge>
            </p>
            <ul className="mt-0.5 text-sm text-muted">
              {ids.map((id) => (
                <li key={id} className="flex min-w-0">
                  <Link {...serviceTarget(id)} className="min-w-0 hover:underline">
                    <ThirdPartyText text={id} limit={120} truncate className="font-mono" />
                  </Link>
                </li>
              ))}
              {count > ids.length && <li>and {(count - ids.length).toLocaleString('en')} more</li>}
            </ul>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** Remarks, and the numbers of the decision. */
export function NotesPanel({ resolved: { notes, limits, by } }: { resolved: ResolvedIntent }) {
  return (
    <Panel title="How it was decided">
      <div className="flex flex-col gap-3">
        {by === 'search' && (
          <p className="text-warn">This server does not support resolution; search was used instead.</p>
        )}
        {notes.map((note) => (
          <ThirdPartyText key={note} text={note} limit={500} />
        ))}
        {limits !== undefined && (
          <Facts
            facts={[
              ['Found from', shortNumber(limits.found)],
              ...(limits.meaning === undefined
                ? [['Nothing below', shortNumber(limits.words)] as const]
                : [['Least meaning', shortNumber(limits.meaning)] as const]),
              ...(limits.background === undefined ? [] : [['In general', shortNumber(limits.background)] as const]),
              ...(limits.model === undefined
                ? []
                : [
                    [
                      'Model',
                      <code key="model" className="font-mono text-sm">
                        {limits.model}
                      </code>,
                    ] as const,
                  ]),
            ]}
          />
        )}
        <p className="text-sm text-muted">
          The score is a probability from words, meaning and inputs, changed by past calls. It can be compared between
          requests.
        </p>
      </div>
    </Panel>
  );
}
