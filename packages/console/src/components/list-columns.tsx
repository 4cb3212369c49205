/** Columns that the lists of toolsets, procedures, teams and workflows have in common. */
import { Badge } from './badge.js';
import { relativeTime } from './relative-time.js';
import { RowLink } from './row-link.js';
import { ThirdPartyText } from './third-party-text.js';
import type { Column } from './virtual-table.js';

/** The name, as a link to the address of the row, and the id below it. */
export function nameColumn<Row extends { id: string; name: string }>(
  header: string,
  hrefOf: (id: string) => string,
): Column<Row> {
  return {
    id: 'name',
    header,
    width: 'minmax(10rem, 3fr)',
    cell: ({ id, name }) => (
      <div className="min-w-0">
        <RowLink href={hrefOf(id)}>
          <ThirdPartyText text={name} limit={160} truncate className="font-medium" />
        </RowLink>
        <ThirdPartyText text={id} limit={160} truncate className="font-mono text-xs text-faint" />
      </div>
    ),
  };
}

/** The description, on one line. */
export const descriptionColumn: Column<{ description: string }> = {
  id: 'description',
  header: 'Description',
  width: 'minmax(8rem, 4fr)',
  wideOnly: true,
  cell: ({ description }) => <ThirdPartyText text={description} limit={240} truncate plain className="text-muted" />,
};

/** Who can see it. */
export const visibilityColumn: Column<{ visibility: string }> = {
  id: 'visibility',
  header: 'Visibility',
  width: '6rem',
  wideOnly: true,
  cell: ({ visibility }) => <Badge tone={visibility === 'private' ? 'note' : 'neutral'}>{visibility}</Badge>,
};

/** When it was last changed. */
export const changedColumn: Column<{ updated_at: string }> = {
  id: 'updated',
  header: 'Changed',
  width: '8rem',
  wideOnly: true,
  cell: ({ updated_at: at }) => <span className="text-muted">{relativeTime(at)}</span>,
};
