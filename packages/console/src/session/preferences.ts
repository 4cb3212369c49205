/** Theme and density: kept in this browser, applied to the root element. */
import { useCallback, useSyncExternalStore } from 'react';

/** Preferences of this browser. */
export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
}

const storageKey = 'dragoman.preferences';
const changed = 'dragoman:preferences';
const defaults: Preferences = Object.freeze({ theme: 'system', density: 'comfortable' });

/** Reads the preferences; invalid values are replaced by defaults. */
export function readPreferences(text: string | null): Preferences {
  try {
    const { theme, density } = JSON.parse(text ?? '{}') as Partial<Preferences>;
    return {
      theme: theme === 'light' || theme === 'dark' ? theme : defaults.theme,
      density: density === 'compact' ? density : defaults.density,
    };
  } catch {
    return defaults;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // A browser without storage keeps the defaults.
    return null;
  }
}

/** Applies the stored preferences to the page. */
export function applyPreferences(): void {
  const { theme, density } = readPreferences(stored());
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset.theme;
  else dataset.theme = theme;
  dataset.density = density;
}

function subscribe(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}

/** The preferences and a function that changes some of them. */
export function usePreferences(): [Preferences, (change: Partial<Preferences>) => void] {
  const preferences = readPreferences(useSyncExternalStore(subscribe, stored));
  const { theme, density } = preferences;
  const change = useCallback(
    (next: Partial<Preferences>) => {
      localStorage.setItem(storageKey, JSON.stringify({ theme, density, ...next }));
      applyPreferences();
      dispatchEvent(new Event(changed));
    },
    [theme, density],
  );
  return [preferences, change];
}
