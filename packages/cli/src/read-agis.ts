/** Reads AGIS documents for the commands: a file or standard input, in any of the three syntaxes. */
import type { ParsedAgis } from '@dragoman/agis';
import type { CommandContext } from './command.js';
import { line } from './output/paint.js';
import { readBytes, readOrRefuse } from './read-documents.js';

/** The parsed file with its text; a file that cannot be opened is a fault of the call. An odd extension is remarked on. */
export async function readAgisFile(
  { surroundings, print }: CommandContext,
  path: string,
  { remark = true }: { remark?: boolean } = {},
): Promise<ParsedAgis & { text: string; uri: string }> {
  const uri = path === '-' ? 'standard input' : path;
  if (remark && path !== '-' && !/\.agis(?:\.(?:ya?ml|json))?$/i.test(path)) {
    print.note(
      line`${print.noteColour.warning('note')}: ${path} does not end in .agis, the extension of AGIS documents`,
    );
  }
  const bytes = await readOrRefuse(path, () => readBytes(surroundings, path));
  const { parseAgis } = await import('@dragoman/agis');
  // Bytes that are no UTF-8 are for the parser to tell of; the text is only shown.
  return { ...parseAgis(bytes, { uri }), text: new TextDecoder().decode(bytes), uri };
}
