/** The page of a list of designs or subscriptions: title, a button that creates one, and the table with its states. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import { Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { CopyAs } from '../components/copy-button.js';
import { PageHeader } from '../components/page.js';
import { EmptyState, ErrorState, LoadingRows } from '../components/states.js';
import { type Column, VirtualTable } from '../components/virtual-table.js';
import { useClient, useSession } from './console-context.js';
import { commandLine, curlCommand } from './copy-text.js';
import { explainError } from './explain-error.js';
import { ScopedButton } from './scoped-button.js';

/** Props of the page. */
export interface DesignListProps<Row> {
  /** Such as `Toolsets`; in lower case, it is the command, the path and the key of the cache. */
  title: string;
  /** Such as `toolset`. */
  noun: string;
  description: string;
  icon: LucideIcon;
  /** Says what such a design is for, while the list is empty. */
  purpose: string;
  columns: readonly Column<Row>[];
  list: (signal: AbortSignal) => AsyncIterable<Row>;
  /** Where a row is opened. */
  target: (id: string) => object;
  /** Path of the list at the server, when it is not the title. */
  path?: string;
  /** Scope that creating one takes. */
  scope?: string;
  /** True: the dialog that creates one is open at first. */
  beginsNew?: boolean;
  create: (onClose: () => void) => ReactNode;
}

/** The page. */
export function DesignList<Row extends { id: string }>(props: DesignListProps<Row>) {
  const { title, noun, description, icon, purpose, columns, list, target, beginsNew = false, create } = props;
  const { scope = 'registry:write' } = props;
  const { baseUrl } = useClient();
  const { access } = useSession();
  const navigate = useNavigate();
  const [isNew, setNew] = useState(beginsNew);
  const plural = title.toLowerCase();
  const rows = useQuery({
    queryKey: [plural, 'list'],
    queryFn: async ({ signal }) => {
      const found: Row[] = [];
      for await (const row of list(signal)) found.push(row);
      return found;
    },
  });
  const button = (tone: 'primary' | 'secondary') => (
    <ScopedButton scope={scope} tone={tone} icon={Plus} onClick={() => setNew(true)}>
      New {noun}
    </ScopedButton>
  );
  return (
    <div className="flex h-full flex-col">
      <PageHeader
        title={title}
        description={description}
        actions={
          <>
            <CopyAs
              command={() => commandLine(baseUrl, [plural, 'list'])}
              curl={() => curlCommand(baseUrl, { path: props.path ?? `/${plural}`, keyed: access !== 'open' })}
            />
            {button('primary')}
          </>
        }
      />
      <div className="min-h-0 flex-1 border-t border-line px-[calc(var(--page)-0.75rem)]">
        {rows.isPending && <LoadingRows />}
        {rows.isError && <ErrorState error={explainError(rows.error)} onRetry={() => void rows.refetch()} />}
        {rows.isSuccess && (
          <VirtualTable
            label={title}
            lines={2}
            rows={rows.data}
            columns={columns}
            rowKey={({ id }) => id}
            onOpen={({ id }) => void navigate(target(id) as never)}
            empty={
              <EmptyState icon={icon} title={`No ${plural} yet`} actions={button('secondary')}>
                {purpose}
              </EmptyState>
            }
          />
        )}
      </div>
      {isNew && create(() => setNew(false))}
    </div>
  );
}
