/** What a screen is: its place in the navigation, and its pages, which are loaded when they are first opened. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentType } from 'react';

/** Loads the component of a page. */
export type LoadPage = () => Promise<{ default: ComponentType }>;

/** One screen; listed in `app/screens.ts`. */
export interface Screen {
  id: string;
  /** Path below `/console`. */
  path: `/${string}`;
  /** Name in the navigation and in the palette. */
  label: string;
  icon: LucideIcon;
  /** Part of the navigation. */
  group: 'use' | 'design' | 'operate' | 'set up';
  /** Key that opens the screen after `g`. */
  key: string;
  /** Scope without which the screen shows nothing; it is then replaced by a page that names the scope. */
  scope?: string;
  load: LoadPage;
  /** Further pages, such as `/services/$id`, with their scope when it is not the one of the screen. */
  pages?: readonly { path: `/${string}`; scope?: string; load: LoadPage }[];
}

/** Pages without a place in the navigation, which links lead to. */
export interface DetailPages {
  id: string;
  pages: readonly { path: `/${string}`; load: LoadPage }[];
}
