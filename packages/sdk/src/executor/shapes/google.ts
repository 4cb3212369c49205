/** Google's generateContent API, with inputs as JSON Schema. */
import { defineTools } from './define-tools.js';
import type { CompleteSchema, ModelShape } from './model-shape.js';
import { objectOf, objectsOf, readCall } from './read-call.js';
import { divideMedia, resultWithLines } from './reply-media.js';

/** The tools of generateContent: all declarations are in one object. A tool without inputs has no schema. */
export interface GoogleTool {
  functionDeclarations: { name: string; description: string; parametersJsonSchema?: CompleteSchema }[];
}

/** The replies of one turn. */
export interface GoogleContent {
  role: 'user';
  parts: {
    functionResponse: {
      id?: string;
      name: string;
      response: Record<string, unknown>;
      parts?: { inlineData: { mimeType: string; data: string } }[];
    };
  }[];
}

/** The start of a conversation in generateContent. */
export interface GoogleOpening {
  systemInstruction?: { parts: { text: string }[] };
  tools: GoogleTool[];
}

/** Generated ids, which must not be sent back to Google. */
const ownId = /^call-\d+$/;

/** Accepts a whole response, or the content of a candidate. */
export const google: ModelShape<GoogleOpening, GoogleTool[], GoogleContent> = {
  opening: (instructions, tools) => ({
    ...(instructions === '' ? {} : { systemInstruction: { parts: [{ text: instructions }] } }),
    tools: google.tools(tools),
  }),
  tools: (tools) => (tools.length === 0 ? [] : [{ functionDeclarations: defineTools('google', tools) }]),
  accepts(response) {
    const whole = objectOf(response);
    const [candidate = whole] = objectsOf(whole.candidates);
    const { parts, role } = objectOf(candidate.content ?? candidate);
    // Gemini may end without content; any other reason than these two means that it was prevented from answering.
    const isEmpty = candidate.finishReason === 'STOP' || candidate.finishReason === 'MAX_TOKENS';
    return Array.isArray(parts) ? role === 'model' || role === undefined : isEmpty;
  },
  readCalls(response) {
    const whole = objectOf(response);
    const content = objectOf(objectsOf(whole.candidates)[0]?.content ?? whole.content ?? whole);
    return objectsOf(content.parts)
      .filter(({ functionCall }) => functionCall !== undefined)
      .map(({ functionCall }, index) => {
        const { id, name, args } = objectOf(functionCall);
        return readCall({ id, name, inputs: args }, index);
      });
  },
  writeReplies(replies) {
    if (replies.length === 0) return [];
    const parts = replies.map(({ id, name, text, failed, result, ...reply }) => {
      const { images, lines } = divideMedia(reply);
      const inline = images.map(({ mediaType, data }) => ({ inlineData: { mimeType: mediaType, data } }));
      return {
        functionResponse: {
          ...(ownId.test(id) ? {} : { id }),
          name,
          response: failed || result === undefined ? { error: text } : { ...resultWithLines(result, lines) },
          ...(inline.length === 0 ? {} : { parts: inline }),
        },
      };
    });
    return [{ role: 'user', parts }];
  },
};
