/**
 * The palette: searches operations, services and screens while a person types. Its field is part of the first load, so
 * that nothing typed is lost; the results are loaded when it is first opened.
 */
import { Search } from 'lucide-react';
import type { KeyboardEvent } from 'react';
import { lazy, Suspense, useRef, useState } from 'react';
import { Modal } from '../components/modal.js';
import type { ComboboxField } from '../components/use-choices.js';

const PaletteResults = lazy(() => import('./palette-results.js'));

const label = 'Search operations, services and screens';

/** Props of the palette. */
export interface CommandPaletteProps {
  /** What was typed; it outlives the palette, so that closing it loses nothing. */
  text: string;
  onText: (text: string) => void;
  onClose: () => void;
}

/** The palette as a dialog. */
export function CommandPalette({ text, onText, onClose }: CommandPaletteProps) {
  const [field, setField] = useState<ComboboxField>();
  const onKey = useRef<(event: KeyboardEvent) => void>(undefined);
  /** The text for which Enter was pressed before its results had come. */
  const [wanted, setWanted] = useState<string>();
  return (
    <Modal
      onClose={onClose}
      label={label}
      className="mx-auto mt-[10vh] mb-auto max-h-[70vh] w-[calc(100vw-2rem)] max-w-xl rounded-xl border border-line"
    >
      <div className="flex max-h-[inherit] flex-col">
        <div className="flex items-center gap-2.5 border-b border-line px-4">
          <Search aria-hidden className="size-4 shrink-0 text-faint" />
          <input
            role="combobox"
            aria-expanded={false}
            {...field}
            aria-label={label}
            value={text}
            placeholder="What should be done? For example: send an invoice"
            spellCheck={false}
            autoComplete="off"
            onFocus={(event) => event.target.select()}
            onKeyDown={(event) => {
              if (onKey.current !== undefined) onKey.current(event);
              else if (event.key === 'Enter') setWanted(text);
            }}
            onChange={(event) => {
              onText(event.target.value);
              setWanted(undefined);
            }}
            className="h-12 min-w-0 flex-1 bg-transparent text-lg outline-none"
          />
        </div>
        <Suspense fallback={<p className="px-4 py-8 text-center text-muted">Loading…</p>}>
          <PaletteResults
            text={text}
            wanted={wanted}
            onWanted={setWanted}
            onKey={onKey}
            onField={setField}
            onDone={() => {
              onText('');
              onClose();
            }}
          />
        </Suspense>
      </div>
    </Modal>
  );
}
