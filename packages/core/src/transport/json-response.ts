/** Answers in JSON, the form of every success of the REST faces. */

/** What a JSON answer may set beside its body. */
export interface JsonAnswer {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  /** Another JSON media type than `application/json`. */
  type?: string;
}

/** A response with this value as its JSON body. */
export function jsonResponse(value: unknown, answer: JsonAnswer = {}): Response {
  const headers = new Headers(answer.headers);
  headers.set('Content-Type', answer.type ?? 'application/json');
  headers.set('X-Content-Type-Options', 'nosniff');
  return new Response(JSON.stringify(value), { status: answer.status ?? 200, headers });
}
