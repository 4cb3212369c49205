/** The parts of the document; choosing one leads to its place. */
import type { OutlineItem } from '@dragoman/language';
import { useEffect, useState } from 'react';
import { SearchField } from '../../components/field.js';
import { LoadingRows } from '../../components/states.js';
import { ThirdPartyText } from '../../components/third-party-text.js';
import type { Work } from './use-work.js';

/** Rows that are shown; the search finds the others. */
const maxRows = 300;

interface Row {
  item: OutlineItem;
  depth: number;
}

function flatten(items: readonly OutlineItem[], depth = 0): Row[] {
  return items.flatMap((item) => [{ item, depth }, ...flatten(item.children, depth + 1)]);
}

/** The tab. */
export function OutlineTab({ work: { client, checked, editor } }: { work: Work }) {
  const [items, setItems] = useState<readonly OutlineItem[]>();
  const [filter, setFilter] = useState('');
  const round = checked?.round ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after every check
  useEffect(() => {
    void client?.outline().then((found) => {
      if (found !== undefined) setItems(found);
    });
  }, [client, round]);
  if (items === undefined) return <LoadingRows rows={10} />;
  const wanted = filter.toLowerCase();
  const rows = flatten(items).filter(({ item: { name, detail = '' } }) =>
    `${name} ${detail}`.toLowerCase().includes(wanted),
  );
  return (
    <div className="flex flex-col gap-2">
      <SearchField label="Find a part" value={filter} onChange={setFilter} />
      <ul aria-label="Outline">
        {rows.slice(0, maxRows).map(({ item, depth }) => (
          <li key={`${item.start} ${item.name}`} style={{ paddingLeft: `${depth}rem` }}>
            <button
              type="button"
              onClick={() => editor?.reveal({ start: item.start, end: item.start })}
              className="flex w-full items-baseline gap-2 rounded px-1.5 py-1 text-left hover:bg-hover"
            >
              <ThirdPartyText text={item.name} limit={100} className="shrink-0 font-mono text-sm" />
              <ThirdPartyText text={item.detail ?? ''} limit={120} truncate className="min-w-0 text-sm text-muted" />
            </button>
          </li>
        ))}
      </ul>
      {rows.length > maxRows && <p className="text-sm text-muted">{rows.length - maxRows} more; search for them.</p>}
    </div>
  );
}
