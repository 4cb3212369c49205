/** What an import stored: each service with its outcome. */
import type { ImportReport, ImportResult } from '@dragoman/sdk';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { Badge } from '../../components/badge.js';
import { Panel } from '../../components/page.js';
import { credentialsTarget, serviceTarget } from '../links.js';
import { Failed } from './preview-card.js';

/** An import that has ended. */
export interface Imported {
  report: ImportReport;
  /** What was imported, by the index of its item. */
  items: readonly { label: string; requiresCredential: boolean }[];
}

/** The result. */
export default function ImportedPanel({ report: { results }, items }: Imported) {
  const stored = results.filter(({ error }) => error === undefined);
  return (
    <Panel padded={false} title={titleOf(results)}>
      {results.map((result, at) => (
        <Failed key={`${result.index}-${result.card ?? at}`} result={result} label={items[result.index]?.label ?? ''} />
      ))}
      <ul>
        {stored.map((result, at) => (
          <li
            key={result.id ?? at}
            className="flex min-h-row items-center gap-3 border-b border-line px-4 py-2 last:border-b-0"
          >
            <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
            {result.id === undefined ? (
              items[result.index]?.label
            ) : (
              <Link
                {...serviceTarget(result.id)}
                className="min-w-0 truncate font-mono text-accent-strong hover:underline"
              >
                {result.id}
              </Link>
            )}
            <Badge>{result.outcome ?? 'stored'}</Badge>
            {result.id !== undefined && items[result.index]?.requiresCredential === true && (
              <Link {...credentialsTarget(result.id)} className="shrink-0 text-sm text-accent-strong underline">
                Add credential
              </Link>
            )}
            {result.id !== undefined && result.held_texts !== undefined && (
              <Link
                {...serviceTarget(result.id)}
                search={{ tab: 'findings' }}
                className="shrink-0 text-sm text-accent-strong underline"
              >
                {result.held_texts === 1
                  ? '1 text is held and not shown to models'
                  : `${result.held_texts} texts are held and not shown to models`}
              </Link>
            )}
            <span className="ml-auto shrink-0 text-sm text-muted tabular-nums">
              {(result.operations ?? 0).toLocaleString('en')} operations
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function titleOf(results: readonly ImportResult[]): string {
  const failed = results.filter(({ error }) => error !== undefined).length;
  const stored = results.length - failed;
  const services = stored === 1 ? '1 service is in the catalogue' : `${stored} services are in the catalogue`;
  if (failed === 0) return services;
  return stored === 0 ? 'Nothing was stored' : `${services}, ${failed} could not be imported`;
}
