/** Request headers as HTTP parsers deliver them, read by name. */
import type { HeaderView } from '@dragoman/core/http';

/** Headers by lower-case name, looked up in any letter case; each lookup is done once. */
export class RequestHeaders implements HeaderView {
  /** Immutable, so values derived from it (such as a credential) may be cached with it. */
  readonly isFixed = true;
  readonly #headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Values by the name used for the lookup. */
  readonly #found = new Map<string, string | null>();

  constructor(headers: Readonly<Record<string, string | string[] | undefined>>) {
    this.#headers = headers;
  }

  get(name: string): string | null {
    const found = this.#found.get(name);
    if (found !== undefined) return found;
    const lower = name.toLowerCase();
    // A caller may choose the header name (in a signature), so members of the prototype must not be found.
    const value = Object.hasOwn(this.#headers, lower) ? this.#headers[lower] : undefined;
    const text = value === undefined ? null : String(value);
    this.#found.set(name, text);
    return text;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }
}
