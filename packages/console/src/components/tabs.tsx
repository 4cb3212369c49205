/** Tabs: one list, one panel; arrow keys move between them. */
import type { KeyboardEvent, ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { classNames } from './class-names.js';

/** One tab. */
export interface Tab {
  id: string;
  label: string;
  /** Number next to the label. */
  count?: number;
  content: ReactNode;
}

/** Props of tabs. */
export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  value: string;
  onChange: (id: string) => void;
  /** True: the panel fills the height of the parent, and scrolls itself. */
  fill?: boolean;
}

/** Tabs with the panel of the chosen one. */
export function Tabs({ label, tabs, value, onChange, fill = false }: TabsProps) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // On a narrow screen, the chosen tab may be beyond the edge.
    const chosen = list.current?.children[tabs.findIndex((tab) => tab.id === value)];
    chosen?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [tabs, value]);
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moveTo(
      event.key,
      tabs.findIndex((tab) => tab.id === value),
      tabs.length,
    );
    const tab = next === undefined ? undefined : tabs[next];
    if (tab === undefined) return;
    event.preventDefault();
    onChange(tab.id);
    (list.current?.children[next ?? 0] as HTMLElement | undefined)?.focus();
  };
  return (
    <div className={fill ? 'flex min-h-0 flex-1 flex-col' : ''}>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className={classNames('flex shrink-0 gap-1 overflow-x-auto border-b border-line', fill && 'px-page')}
      >
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === value}
            aria-controls={tab.id === value ? `${id}-panel` : undefined}
            tabIndex={tab.id === value ? 0 : -1}
            // On a narrow screen it may be outside the visible part of the list.
            ref={tab.id === value ? showSideways : undefined}
            onClick={() => onChange(tab.id)}
            className={classNames(
              '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-b-2 px-2.5 font-medium focus-visible:-outline-offset-2',
              tab.id === value ? 'border-accent text-text' : 'border-transparent text-muted hover:text-text',
            )}
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="rounded-full bg-sunken px-1.5 text-xs text-muted">{tab.count.toLocaleString('en')}</span>
            )}
          </button>
        ))}
      </div>
      <div
        key={value}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${value}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a panel without controls must be reachable with the keyboard
        tabIndex={0}
        className={fill ? 'min-h-0 flex-1 focus-visible:-outline-offset-2' : 'pt-gap focus-visible:outline-offset-4'}
      >
        {tabs.find((tab) => tab.id === value)?.content}
      </div>
    </div>
  );
}

function showSideways(tab: HTMLElement | null): void {
  tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function moveTo(key: string, at: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (at + 1) % count;
  if (key === 'ArrowLeft') return (at - 1 + count) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}
