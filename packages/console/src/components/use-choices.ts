/** The keyboard and the roles of a text field with choices below it (a combobox), whatever the choices are. */
import type { KeyboardEvent } from 'react';
import { useId, useState } from 'react';

/** Something that can be chosen. */
export interface Choice {
  /** Unique among the choices. */
  id: string;
}

/** Attributes of the field. */
export interface ComboboxField {
  role: 'combobox';
  'aria-autocomplete': 'list';
  'aria-expanded': boolean;
  'aria-controls': string | undefined;
  'aria-activedescendant': string | undefined;
}

/** What a field and its choices need. */
export interface Choosing<Item extends Choice> {
  /** The choice that Enter would take. */
  active: Item | undefined;
  listId: string;
  optionId: (item: Item) => string;
  field: ComboboxField;
  /** Handles arrow keys. */
  move: (event: KeyboardEvent) => void;
}

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Follows which choice is active: the first one for a new text; another one stays active when further choices arrive. */
export function useChoices<Item extends Choice>(items: readonly Item[], text: string): Choosing<Item> {
  const listId = useId();
  const [moved, setMoved] = useState<{ text: string; id: string | undefined }>();
  const activeId = moved?.text === text ? moved.id : undefined;
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === activeId),
  );
  const active = items[at];
  const optionId = (item: Item) => `${listId}-${items.indexOf(item)}`;
  return {
    active,
    listId,
    optionId,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': items.length > 0,
      'aria-controls': items.length > 0 ? listId : undefined,
      'aria-activedescendant': active === undefined ? undefined : optionId(active),
    },
    move(event) {
      const step = steps[event.key];
      if (step === undefined || items.length === 0) return;
      event.preventDefault();
      setMoved({ text, id: items[(at + step + items.length) % items.length]?.id });
    },
  };
}
