/** Stored versions of a design, newest first, each with what it changed and what can be done with it. */
import type { ReactNode } from 'react';
import { relativeTime } from './relative-time.js';
import { ThirdPartyText } from './third-party-text.js';

/** One version. */
export interface ListedVersion {
  version: number;
  actor: string;
  at: string;
}

/** Props of the list. */
export interface VersionListProps<Version extends ListedVersion> {
  versions: readonly Version[];
  /** Below the line of a version. */
  details: (version: Version) => ReactNode;
  /** At the end of the line; not for the newest version. */
  action: (version: Version) => ReactNode;
}

/** The list. */
export function VersionList<Version extends ListedVersion>({ versions, details, action }: VersionListProps<Version>) {
  return (
    <ol aria-label="Versions" className="divide-y divide-line">
      {versions.map((each, at) => (
        <li key={each.version} className="flex flex-col gap-2 px-4 py-3">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="font-medium tabular-nums">Version {each.version}</span>
            <span className="min-w-0 flex-1 basis-40 text-sm text-muted">
              <ThirdPartyText text={each.actor} limit={80} />, {relativeTime(each.at)}
            </span>
            {at > 0 && action(each)}
          </div>
          {details(each)}
        </li>
      ))}
    </ol>
  );
}

/** Versions that are read. */
const mostVersions = 100;

/** The newest versions of a walk. */
export async function takeVersions<Version>(walk: AsyncIterable<Version>): Promise<Version[]> {
  const list: Version[] = [];
  for await (const version of walk) {
    list.push(version);
    if (list.length >= mostVersions) break;
  }
  return list;
}
