/** The navigation at the left: screens in groups. */
import { Link } from '@tanstack/react-router';
import type { Screen } from '../features/screen.js';
import { screens } from './screens.js';

const groups: readonly { id: Screen['group']; label: string }[] = [
  { id: 'use', label: 'Use' },
  { id: 'design', label: 'Design' },
  { id: 'operate', label: 'Operate' },
  { id: 'set up', label: 'Set up' },
];

/** The navigation; `onChoose` is called after a choice, to close a drawer. */
export function Navigation({ onChoose }: { onChoose?: () => void }) {
  return (
    <nav aria-label="Screens" className="flex flex-1 flex-col gap-4 overflow-y-auto px-2 py-2">
      {groups.map(({ id, label }) => {
        const members = screens.filter((screen) => screen.group === id);
        if (members.length === 0) return null;
        return (
          <div key={id}>
            <h2 className="px-2 pb-1 text-xs font-medium text-faint">{label}</h2>
            <ul className="flex flex-col gap-px">
              {members.map((screen) => (
                <li key={screen.id}>
                  <Link
                    to={screen.path}
                    {...(onChoose === undefined ? {} : { onClick: onChoose })}
                    className="flex h-8 items-center gap-2.5 rounded-md px-2 font-medium text-muted hover:bg-hover hover:text-text"
                    activeProps={{ className: 'bg-hover text-text!', 'aria-current': 'page' }}
                  >
                    <screen.icon aria-hidden className="size-4 shrink-0" />
                    {screen.label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}
