/** State in the search parameters of the address, so that a page can be linked and reloaded. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** Values by name; an absent one has its default. */
export type SearchState = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The current values, and a function that changes some of them; `undefined` removes one. */
export function useSearchState(): [SearchState, (change: SearchState) => void] {
  const search = useSearch({ strict: false }) as SearchState;
  const navigate = useNavigate();
  const change = useCallback(
    (next: SearchState) => {
      const merge = (before: SearchState) =>
        Object.fromEntries(Object.entries({ ...before, ...next }).filter(([, value]) => isPresent(value)));
      void navigate({ to: '.', search: merge as never, replace: true });
    },
    [navigate],
  );
  return [search, change];
}

function isPresent(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0;
}

/** A value as one text; empty when it is absent. */
export function textOf(value: SearchState[string]): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** A value as a list. */
export function listOf(value: SearchState[string]): readonly string[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}
