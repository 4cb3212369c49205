/** Keyboard shortcuts of the shell. They are off while a person types in a field. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isTyping } from '../components/typing.js';
import { screens } from './screens.js';

/** What shortcuts do. */
export interface ShortcutActions {
  onPalette: () => void;
  onHelp: () => void;
}

/** Milliseconds within which the second key of a sequence must follow. */
const sequenceMs = 1200;

/** Name of the key that is held for commands. */
export function commandKey(): string {
  return /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl';
}

/** Listens for the shortcuts while the component is mounted. */
export function useShortcuts(actions: ShortcutActions): void {
  const navigate = useNavigate();
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    let startedAt = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      const { key } = event;
      if ((event.metaKey || event.ctrlKey) && key.toLowerCase() === 'k') {
        event.preventDefault();
        current.current.onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
      const screen = event.timeStamp - startedAt < sequenceMs ? screens.find((each) => each.key === key) : undefined;
      startedAt = key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (screen !== undefined) {
        event.preventDefault();
        void navigate({ to: screen.path });
      } else if (key === '?') current.current.onHelp();
      else if (key === '/') focusSearch(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [navigate]);
}

/** Moves the focus to the search box of the page. */
function focusSearch(event: KeyboardEvent): void {
  const box = document.querySelector<HTMLInputElement>('main [role="searchbox"]');
  if (box === null) return;
  event.preventDefault();
  box.focus();
  box.select();
}
