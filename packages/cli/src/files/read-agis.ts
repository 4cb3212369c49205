/** Reads AGIS documents from a file or standard input, in any of the three syntaxes. */
import type { ParsedAgis } from '@dragoman/agis';
import type { CommandContext } from '../command/command.js';
import { line } from '../terminal/paint.js';
import { readBytes, readOrRefuse } from './read-documents.js';

/** The parsed file with its text; throws a usage error if it cannot be opened. Notes an unusual file extension. */
export async function readAgisFile(
  { runtime, print }: CommandContext,
  path: string,
  { remark = true }: { remark?: boolean } = {},
): Promise<ParsedAgis & { text: string; uri: string }> {
  const uri = path === '-' ? 'standard input' : path;
  if (remark && path !== '-' && !/\.agis(?:\.(?:ya?ml|json))?$/i.test(path)) {
    print.note(
      line`${print.noteColor.warning('note')}: ${path} does not end in .agis, the extension of AGIS documents`,
    );
  }
  const bytes = await readOrRefuse(path, () => readBytes(runtime, path));
  const { parseAgis } = await import('@dragoman/agis');
  // The parser reports invalid UTF-8; the text is only shown.
  return { ...parseAgis(bytes, { uri }), text: new TextDecoder().decode(bytes), uri };
}
