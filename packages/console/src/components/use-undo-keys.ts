/** Ctrl+Z and Ctrl+Shift+Z on a page with undo, outside of fields and editors, which have their own. */
import { useEffect } from 'react';

/** Follows the keys. */
export function useUndoKeys({ undo, redo }: { undo: (() => void) | undefined; redo: (() => void) | undefined }): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : undefined;
      const isField = target?.closest('input, textarea, select') != null || target?.shadowRoot != null;
      if (isField || event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      (event.shiftKey ? redo : undo)?.();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [undo, redo]);
}
