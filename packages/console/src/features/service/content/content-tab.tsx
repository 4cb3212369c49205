/** What a service offers besides operations: prompts and resources, with a filter; one is open next to the list. */
import { ArrowLeft, FileText, LayoutTemplate, type LucideIcon, MessageSquareText } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { Button } from '../../../components/button.js';
import { classNames } from '../../../components/class-names.js';
import { SearchField } from '../../../components/field.js';
import { ThirdPartyText } from '../../../components/third-party-text.js';
import { useIsNarrow } from '../../../components/use-media-query.js';
import { textOf, useSearchState } from '../../../components/use-search-state.js';
import { type ContentItem, filterContent, listContent, type ServiceContent } from './content-items.js';
import { PromptPanel } from './prompt-panel.js';
import { ResourcePanel } from './resource-panel.js';

const kinds: Readonly<Record<ContentItem['kind'], { label: string; icon: LucideIcon }>> = {
  prompt: { label: 'Prompts', icon: MessageSquareText },
  resource: { label: 'Resources', icon: FileText },
  template: { label: 'Resource templates', icon: LayoutTemplate },
};

/** Props of the tab. */
export interface ContentTabProps {
  /** Id of the service. */
  id: string;
  content: ServiceContent;
}

/** The tab. */
export function ContentTab({ id, content }: ContentTabProps) {
  const [search, setSearch] = useSearchState();
  const narrow = useIsNarrow();
  const items = useMemo(() => listContent(content), [content]);
  const [kind, name] = [textOf(search.kind), textOf(search.item)];
  const chosen = items.find((item) => item.kind === kind && item.id === name);
  const shown = chosen ?? (narrow ? undefined : items[0]);
  const list = (
    <ContentList items={items} shown={shown} onSelect={(item) => setSearch({ kind: item.kind, item: item.id })} />
  );
  if (shown === undefined) return list;
  return (
    <div className="flex h-full min-h-0">
      {!narrow && <div className="w-76 shrink-0 border-r border-line">{list}</div>}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard
        tabIndex={0}
        aria-label="Content"
        className="flex min-w-0 flex-1 flex-col gap-4 overflow-y-auto px-page py-5 focus-visible:-outline-offset-2"
      >
        {narrow && (
          <button
            type="button"
            onClick={() => setSearch({ kind: undefined, item: undefined })}
            className="flex items-center gap-1 self-start text-accent"
          >
            <ArrowLeft aria-hidden className="size-3.5" /> All content
          </button>
        )}
        <ContentPanel key={`${shown.kind} ${shown.id}`} id={id} content={content} item={shown} />
      </section>
    </div>
  );
}

function ContentPanel({ id, content, item }: { id: string; content: ServiceContent; item: ContentItem }) {
  if (item.kind === 'prompt') {
    const prompt = content.prompts.find(({ name }) => name === item.id);
    return prompt === undefined ? null : <PromptPanel service={id} prompt={prompt} />;
  }
  const found =
    item.kind === 'resource'
      ? content.resources.find(({ uri }) => uri === item.id)
      : content.templates.find((each) => each.uri_template === item.id);
  const { description, media_type: mediaType } = found ?? {};
  const size = found !== undefined && 'size' in found ? found.size : undefined;
  return <ResourcePanel service={id} resource={{ uri: item.id, title: item.title, description, mediaType, size }} />;
}

/** Rows that are shown at first, and more with each click: a server may list thousands. */
const step = 200;

interface ContentListProps {
  items: readonly ContentItem[];
  shown: ContentItem | undefined;
  onSelect: (item: ContentItem) => void;
}

function ContentList({ items, shown, onSelect }: ContentListProps) {
  const [filter, setFilter] = useState('');
  const [most, setMost] = useState(step);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterContent(items, wanted), [items, wanted]);
  const rows = found.slice(0, most);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="border-b border-line p-3">
        <SearchField label="Filter prompts and resources" value={filter} onChange={setFilter} />
      </div>
      <nav aria-label="Prompts and resources" className="min-h-0 flex-1 overflow-y-auto px-1.5 pb-2">
        {found.length === 0 && <p className="px-3 py-8 text-center text-muted">Nothing matches the filter.</p>}
        {(Object.keys(kinds) as ContentItem['kind'][]).map((kind) => (
          <ContentGroup
            key={kind}
            kind={kind}
            items={rows.filter((item) => item.kind === kind)}
            shown={shown}
            onSelect={onSelect}
          />
        ))}
        {found.length > most && (
          <Button className="mx-2 mt-2" onClick={() => setMost(most + step)}>
            Show {Math.min(step, found.length - most).toLocaleString('en')} more
          </Button>
        )}
      </nav>
      <p role="status" className="border-t border-line px-3 py-1.5 text-sm text-faint tabular-nums">
        {found.length.toLocaleString('en')} {found.length === 1 ? 'item' : 'items'}
      </p>
    </div>
  );
}

function ContentGroup({ kind, items, shown, onSelect }: ContentListProps & { kind: ContentItem['kind'] }) {
  if (items.length === 0) return null;
  const { label, icon: Icon } = kinds[kind];
  return (
    <>
      <h2 className="flex items-center gap-1.5 px-2 pt-3 pb-1.5 text-sm font-semibold text-muted">
        <Icon aria-hidden className="size-3.5" /> {label}
      </h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <button
              type="button"
              aria-current={item === shown ? 'true' : undefined}
              onClick={() => onSelect(item)}
              className={classNames(
                'flex w-full flex-col rounded-md px-2 py-1 text-left focus-visible:-outline-offset-2',
                item === shown ? 'bg-selected' : 'hover:bg-hover',
              )}
            >
              <ThirdPartyText text={item.title} limit={120} truncate className="w-full font-medium" />
              <ThirdPartyText text={item.id} limit={120} truncate className="w-full font-mono text-xs text-faint" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
