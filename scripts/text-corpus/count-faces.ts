/** How many texts of an entry each face leaves out because they look like instructions. */
import { createWords } from '@dragoman/agis';
import { heldTextsInTurns } from '@dragoman/core/engine';
import { writeNamedTools } from '@dragoman/core/faces';
import type { Diagnostic, Entry } from '@dragoman/model';
import { writeCard } from '../../packages/core/src/protocols/a2a/write.js';
import { intentOf } from '../../packages/core/src/protocols/agis/drafting/own-sentence.js';
import { isShown } from '../../packages/core/src/protocols/agis/write-semantic.js';

/** What one face leaves out. */
export interface FaceCount {
  texts: number;
  services: number;
  of: number;
}

/** Nothing counted yet. OpenAPI and llms.txt show every text, so that they leave out every held one. */
export function emptyFaces(): Record<'MCP' | 'A2A' | 'AGIS' | 'OpenAPI, llms.txt', FaceCount> {
  const none = () => ({ texts: 0, services: 0, of: 0 });
  return { MCP: none(), A2A: none(), AGIS: none(), 'OpenAPI, llms.txt': none() };
}

const words = createWords();

/** Adds an entry. */
export async function countFaces(faces: ReturnType<typeof emptyFaces>, entry: Entry): Promise<void> {
  const { operations } = entry;
  const add = (face: keyof typeof faces, texts: number) => {
    faces[face].texts += texts;
    faces[face].services += texts === 0 ? 0 : 1;
    faces[face].of += operations.length;
  };
  const withheld = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.filter(({ code }) => code.endsWith('/text-withheld')).length;
  add('MCP', withheld(writeNamedTools(entry, { outputSchemas: true }).diagnostics));
  add('A2A', withheld(writeCard(entry, { origin: 'https://gateway.example', secured: false }).diagnostics));
  const intents = operations.map((operation) => intentOf(operation, words)).filter((intent) => intent !== undefined);
  add('AGIS', intents.filter((intent) => !isShown(intent, new Set())).length);
  add('OpenAPI, llms.txt', (await heldTextsInTurns(entry)).length);
}
