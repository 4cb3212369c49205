/**
 * A buffered response as a web response. A real `Response` wraps its bytes in a stream and validates every header,
 * which costs more than most properties do, so one is created on demand.
 */

/** The parts of a light response, computed on demand. */
export interface AnswerParts {
  readonly status: number;
  readonly statusText: string;
  /** One header, by its lower-case name. */
  header(name: string): string | null;
  headers(): Headers;
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Headers that describe the bytes of a response. */
export const bodyHeaders: readonly string[] = ['content-length', 'content-encoding', 'etag', 'content-md5', 'digest'];

/** The parts of a response with changed bytes. */
export class ChangedParts implements AnswerParts {
  readonly #bytes: Uint8Array<ArrayBuffer>;
  /** The response before any change. */
  readonly first: AnswerParts;

  constructor(parts: AnswerParts, bytes: Uint8Array<ArrayBuffer>) {
    this.first = parts instanceof ChangedParts ? parts.first : parts;
    this.#bytes = bytes;
  }

  get status(): number {
    return this.first.status;
  }

  get statusText(): string {
    return this.first.statusText;
  }

  header(name: string): string | null {
    return bodyHeaders.includes(name) ? null : this.first.header(name);
  }

  headers(): Headers {
    const headers = this.first.headers();
    for (const name of bodyHeaders) headers.delete(name);
    return headers;
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes;
  }
}

/** A response whose parts are available without a stream. */
export class LightResponse {
  readonly #parts: AnswerParts;
  #added: Record<string, string> | undefined;
  #headers: Headers | undefined;
  #whole: Response | undefined;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** Its parts. */
  get parts(): AnswerParts {
    return this.#parts;
  }

  /** The same response with other bytes; drops headers that described the old ones. */
  withBytes(bytes: Uint8Array<ArrayBuffer>): LightResponse {
    const changed = new LightResponse(new ChangedParts(this.#parts, bytes));
    changed.#added = this.#added;
    if (this.#headers !== undefined) {
      changed.#headers = new Headers(this.#headers);
      for (const name of bodyHeaders) changed.#headers.delete(name);
    }
    return changed;
  }

  /** Headers that were added, while nothing else has changed; undefined when only `headers` is accurate. */
  get added(): Readonly<Record<string, string>> | undefined {
    return this.#headers === undefined ? (this.#added ?? {}) : undefined;
  }

  /** Adds headers without parsing the others. */
  add(headers: Readonly<Record<string, string>>): void {
    if (this.#headers === undefined) this.#added = { ...this.#added, ...headers };
    else for (const name in headers) this.#headers.set(name, headers[name] ?? '');
  }

  /** One header, by its lower-case name. */
  header(name: string): string | null {
    if (this.#headers !== undefined) return this.#headers.get(name);
    for (const each in this.#added) if (each.toLowerCase() === name) return this.#added[each] ?? null;
    return this.#parts.header(name);
  }

  get status(): number {
    return this.#parts.status;
  }

  get statusText(): string {
    return this.#parts.statusText;
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get type(): Response['type'] {
    return 'default';
  }

  get url(): string {
    return '';
  }

  get redirected(): boolean {
    return false;
  }

  get headers(): Headers {
    if (this.#headers === undefined) {
      this.#headers = this.#parts.headers();
      for (const name in this.#added) this.#headers.set(name, this.#added[name] ?? '');
    }
    return this.#headers;
  }

  get body(): ReadableStream<Uint8Array> | null {
    return this.toResponse().body;
  }

  get bodyUsed(): boolean {
    return this.#whole?.bodyUsed ?? false;
  }

  async arrayBuffer(): Promise<ArrayBuffer> {
    return new Uint8Array(this.#parts.bytes()).buffer;
  }

  async text(): Promise<string> {
    return new TextDecoder().decode(this.#parts.bytes());
  }

  async json(): Promise<unknown> {
    return JSON.parse(await this.text());
  }

  blob(): Promise<Blob> {
    return this.toResponse().blob();
  }

  formData(): Promise<FormData> {
    return this.toResponse().formData();
  }

  clone(): Response {
    return this.toResponse().clone();
  }

  /** The same as a real response, for other code. */
  toResponse(): Response {
    const { status, statusText, headers } = this;
    const bytes = hasNoBody(status) ? null : this.#parts.bytes();
    this.#whole ??= new Response(bytes, { status, statusText, headers });
    return this.#whole;
  }
}

Object.setPrototypeOf(LightResponse.prototype, Response.prototype);

/** The light response of a response; undefined for a real one. */
export function lightOf(response: Response): LightResponse | undefined {
  return response instanceof LightResponse ? response : undefined;
}

/** The response for a runtime that accepts only its own class. */
export function toRealResponse(response: Response): Response {
  return lightOf(response)?.toResponse() ?? response;
}

/** Statuses without a body (RFC 9110 §15). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
