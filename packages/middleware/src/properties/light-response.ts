/**
 * An answer that is all there, as a web response. A real `Response` wraps its bytes in a stream and checks every header,
 * which costs more than what most properties do; so one is made only when somebody asks for what only it has.
 */

/** Where the parts of a light response come from; nothing is worked out before it is asked for. */
export interface AnswerParts {
  readonly status: number;
  readonly statusText: string;
  /** One header, by its lower-case name. */
  header(name: string): string | null;
  headers(): Headers;
  bytes(): Uint8Array<ArrayBuffer>;
}

/** An answer whose parts can be had without a stream. */
export class LightResponse {
  readonly #parts: AnswerParts;
  #added: Record<string, string> | undefined;
  #headers: Headers | undefined;
  #whole: Response | undefined;

  constructor(parts: AnswerParts) {
    this.#parts = parts;
  }

  /** The parts it was made of. */
  get parts(): AnswerParts {
    return this.#parts;
  }

  /** Headers that were added, while nothing else has been done to them; undefined when only `headers` tells. */
  get added(): Readonly<Record<string, string>> | undefined {
    return this.#headers === undefined ? (this.#added ?? {}) : undefined;
  }

  /** Adds headers without looking at the others. */
  add(headers: Readonly<Record<string, string>>): void {
    if (this.#headers === undefined) this.#added = { ...this.#added, ...headers };
    else for (const name in headers) this.#headers.set(name, headers[name] ?? '');
  }

  /** One header, by its lower-case name. */
  header(name: string): string | null {
    if (this.#headers !== undefined || this.#added !== undefined) return this.headers.get(name);
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

  /** The same as a real response, for whoever is not ours. */
  toResponse(): Response {
    const { status, statusText, headers } = this;
    const bytes = hasNoBody(status) ? null : this.#parts.bytes();
    this.#whole ??= new Response(bytes, { status, statusText, headers });
    return this.#whole;
  }
}

Object.setPrototypeOf(LightResponse.prototype, Response.prototype);

/** The light response that an answer is; undefined for a real one. */
export function lightOf(response: Response): LightResponse | undefined {
  return response instanceof LightResponse ? response : undefined;
}

/** The answer for a run time that knows only its own responses. */
export function toRealResponse(response: Response): Response {
  return lightOf(response)?.toResponse() ?? response;
}

/** Statuses that have no body by nature (RFC 9110 §15). */
export function hasNoBody(status: number): boolean {
  return status === 204 || status === 205 || status === 304;
}
