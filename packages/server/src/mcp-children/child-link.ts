/** The link of one caller to an MCP server over stdio, wherever the server runs. */
import type { Cancellation } from '@dragoman/core/engine';
import type {
  Era,
  LinkAnswer,
  LinkRequest,
  McpLink,
  OpenWatch,
  Questions,
  ResourceWatcher,
} from '@dragoman/core/faces';
import type { JsonObject } from '@dragoman/model';

/** State shared by all links to one server. */
export interface ChildLine {
  mark(): string;
  ask(request: LinkRequest, era: Era, cancellation?: Cancellation): Promise<LinkAnswer>;
  tell(method: string): void;
  watch(uri: string, era: Era, watcher: ResourceWatcher): Promise<OpenWatch>;
  hear(questions: Questions): () => void;
}

/** One process serves all callers, and servers apply the roots of a client to every call: only some may have them. */
const withoutRoots: JsonObject = { elicitation: { form: {}, url: {} }, sampling: {} };
const withRoots: JsonObject = { ...withoutRoots, roots: {} };

/** Options of a link. */
export interface ChildLinkOptions {
  cancellation: Cancellation | undefined;
  /** True when the server may have the roots of the client that it asks. */
  passesRoots: boolean;
}

/** The link of one caller to the server. Every call creates one; a class keeps their shapes equal. */
export class ChildLink implements McpLink {
  readonly handshakeFirst = true;
  readonly capabilities: JsonObject;
  readonly #line: ChildLine;
  readonly #cancellation: Cancellation | undefined;

  constructor(line: ChildLine, { cancellation, passesRoots }: ChildLinkOptions) {
    this.capabilities = passesRoots ? withRoots : withoutRoots;
    this.#line = line;
    this.#cancellation = cancellation;
  }

  get mark(): string {
    return this.#line.mark();
  }

  ask(request: LinkRequest, era: Era): Promise<LinkAnswer> {
    return this.#line.ask(request, era, request.detached === true ? undefined : this.#cancellation);
  }

  async tell(method: string): Promise<void> {
    this.#line.tell(method);
  }

  watch(uri: string, era: Era, watcher: ResourceWatcher): Promise<OpenWatch> {
    return this.#line.watch(uri, era, watcher);
  }

  async hear(questions: Questions): Promise<() => void> {
    return this.#line.hear(questions);
  }
}

/** True when the caller of a request no longer waits for it. */
export function hasLeft(cancellation: Cancellation | undefined): boolean {
  if (cancellation === undefined) return false;
  return cancellation.hasLeft === undefined ? cancellation.signal.aborted : cancellation.hasLeft();
}

/** Milliseconds between two checks for timeouts and callers that have left. */
export const pollEveryMs = 100;
