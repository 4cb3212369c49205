/** Follows a media query. */
import { useCallback, useSyncExternalStore } from 'react';

/** True while the query matches. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches);
}

/** True on a screen that has no room for side columns. */
export function useIsNarrow(): boolean {
  return useMediaQuery('(max-width: 767px)');
}
