/** A picture of a screen. */
import type { Page } from 'playwright-core';

/** One picture. */
export interface Picture {
  /** Name of the file. */
  name: string;
  /** Path below `/console`. */
  path: string;
  /** Brings the page into the state to be shown. */
  prepare?: (page: Page) => Promise<void>;
}
