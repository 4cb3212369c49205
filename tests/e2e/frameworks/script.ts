/** The script of a model: one line for each request, as text or as tool calls. Every request is recorded. */

/** A tool call: name and inputs. */
export type Use = [name: string, inputs: Record<string, unknown>];

/** A text that ends the conversation, or tool calls; may depend on the JSON of the whole request. */
export type Line = string | Use[] | ((request: string) => string | Use[]);

/** A model that follows a script. */
export interface Script {
  /** The JSON of every request, oldest first. */
  seen: string[];
  /** The next line, for any request of any API. */
  next(request: unknown): string | Use[];
}

/** Creates a script; it ends with a last sentence. */
export function createScript(lines: readonly Line[]): Script {
  const seen: string[] = [];
  return {
    seen,
    next(request) {
      const text = JSON.stringify(request);
      const line = lines[seen.length] ?? 'I have nothing more to say.';
      seen.push(text);
      return typeof line === 'function' ? line(text) : line;
    },
  };
}
