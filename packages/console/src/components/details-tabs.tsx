/** What is next to a graph: the selected part or the whole, the problems, and whatever else there is. */
import type { ReactNode } from 'react';
import { ProblemList, type ProblemListProps } from './problem-list.js';
import { Tabs } from './tabs.js';
import { useSearchState } from './use-search-state.js';

/** One of the tabs. */
export interface DetailsTab {
  id: string;
  label: string;
  content: ReactNode;
}

/** Props of the tabs. */
export interface DetailsTabsProps {
  /** The selected part or the whole. */
  main: Omit<DetailsTab, 'id'>;
  problems: ProblemListProps;
  more?: readonly DetailsTab[];
}

/** The tabs; the chosen one is part of the address. */
export function DetailsTabs({ main, problems, more = [] }: DetailsTabsProps) {
  const [search, setSearch] = useSearchState();
  const { length } = problems.problems;
  const tabs = [
    { id: 'main', ...main },
    {
      id: 'problems',
      label: 'Problems',
      ...(length === 0 ? {} : { count: length }),
      content: <ProblemList {...problems} />,
    },
    ...more,
  ].map((tab) => ({ ...tab, content: <div className="h-full overflow-y-auto">{tab.content}</div> }));
  return (
    <Tabs
      fill
      label="Details"
      tabs={tabs}
      value={tabs.find(({ id }) => id === search.pane)?.id ?? 'main'}
      onChange={(next) => setSearch({ pane: next === 'main' ? undefined : next })}
    />
  );
}
