/** `--save`: writes what a service returned to a file, as bytes where it is an image, a sound or a file. */
import { resolve } from 'node:path';
import type { CallAnswer } from '@dragoman/sdk';
import type { CommandContext } from '../command/command.js';
import { line } from '../terminal/paint.js';

/** Writes the output if a file is named; several media get numbered names. True when something was written. */
export async function saveOutput(
  { options, runtime, print }: CommandContext,
  { output, media = [] }: Pick<CallAnswer, 'output' | 'media'>,
): Promise<boolean> {
  const file = options.text('save');
  if (file === undefined) return false;
  const contents =
    media.length > 0
      ? media.map((each) => each.bytes())
      : [typeof output === 'string' ? output : `${JSON.stringify(output ?? null, undefined, 2)}\n`];
  for (const [at, content] of contents.entries()) {
    const path = at === 0 ? file : numbered(file, at + 1);
    await runtime.writeFile(resolve(runtime.cwd, path), content);
    const type = media[at]?.mediaType ?? (typeof output === 'string' ? 'text' : 'JSON');
    print.note(line`saved ${type}, ${content.length.toLocaleString('en-US')} ${unitOf(content)}, to ${path}`);
  }
  return true;
}

function unitOf(content: string | Uint8Array): string {
  return typeof content === 'string' ? 'characters' : 'bytes';
}

/** `a.png` → `a-2.png`. */
function numbered(file: string, number: number): string {
  return file.replace(/(\.[^./\\]*)?$/, (extension) => `-${number}${extension}`);
}
