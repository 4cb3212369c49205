/** The bar above every page: search, access, help, appearance, account. */
import { CircleHelp, LockOpen, Menu as MenuIcon, Search } from 'lucide-react';
import { Badge } from '../components/badge.js';
import { IconButton } from '../components/button.js';
import { Key } from '../components/page.js';
import { useSession } from '../session/console-context.js';
import { AccountMenu } from './account-menu.js';
import { commandKey } from './use-shortcuts.js';

/** Props of the bar. */
export interface TopBarProps {
  onPalette: () => void;
  onHelp: () => void;
  onMenu: () => void;
}

/** The bar above every page. */
export function TopBar({ onPalette, onHelp, onMenu }: TopBarProps) {
  const { access } = useSession();
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line px-3 md:px-page">
      <IconButton icon={MenuIcon} label="Open navigation" onClick={onMenu} className="md:hidden" />
      <button
        type="button"
        onClick={onPalette}
        className="flex h-8 min-w-0 flex-1 items-center gap-2 rounded-md border border-line bg-sunken px-2.5 text-left text-muted hover:border-line-strong md:max-w-md"
      >
        <Search aria-hidden className="size-3.5 shrink-0" />
        <span className="flex-1 truncate">Search operations</span>
        <span aria-hidden className="hidden gap-0.5 sm:flex">
          <Key>{commandKey()}</Key>
          <Key>K</Key>
        </span>
      </button>
      <div className="ml-auto flex items-center gap-1">
        {access === 'open' && (
          <Badge
            tone="warn"
            title="Every user of this machine may do everything, without a key, until the first key is created."
            className="mr-1"
          >
            <LockOpen aria-hidden className="size-3" />
            <span>
              <span className="sr-only sm:not-sr-only">Open server</span>
              <span aria-hidden className="sm:hidden">
                Open
              </span>
            </span>
          </Badge>
        )}
        <IconButton icon={CircleHelp} label="Keyboard shortcuts" onClick={onHelp} className="hidden sm:inline-flex" />
        <AccountMenu />
      </div>
    </header>
  );
}
