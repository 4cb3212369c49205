/** The list of keyboard shortcuts. */
import { Dialog } from '../components/dialog.js';
import { Key } from '../components/page.js';
import { screens } from './screens.js';
import { commandKey } from './use-shortcuts.js';

/** The sheet. */
export default function HelpSheet({ onClose }: { onClose: () => void }) {
  const everywhere: readonly (readonly [readonly string[], string])[] = [
    [[commandKey(), 'K'], 'Search operations and screens'],
    [['/'], 'Search on this page'],
    [['?'], 'This help'],
    [['Esc'], 'Close what is open'],
  ];
  const lists: readonly (readonly [readonly string[], string])[] = [
    [['↑', '↓'], 'Move in a table'],
    [['Home', 'End'], 'First or last row'],
    [['Enter'], 'Open the row'],
  ];
  const going = screens.map(({ key, label }) => [['g', key], label] as const);
  return (
    <Dialog open onClose={onClose} title="Keyboard shortcuts" placement="sheet">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls where the page is low, so it must be reachable */}
      <div tabIndex={0} className="focus-visible:outline-offset-4">
        <Shortcuts title="Everywhere" rows={everywhere} />
        <Shortcuts title="Go to" rows={going} />
        <Shortcuts title="Tables" rows={lists} />
      </div>
    </Dialog>
  );
}

function Shortcuts({ title, rows }: { title: string; rows: readonly (readonly [readonly string[], string])[] }) {
  return (
    <section className="mt-4">
      <h3 className="mb-1 text-sm font-medium text-muted">{title}</h3>
      <ul className="divide-y divide-line">
        {rows.map(([keys, action]) => (
          <li key={action} className="flex items-center justify-between py-1.5">
            {action}
            <span className="flex gap-1">
              {keys.map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
