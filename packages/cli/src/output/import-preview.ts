/** What an import would store, formatted for people: the service, and its operations by tag. */
import type { ImportPreview } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Maximum number of operations that are listed. */
const maxListed = 200;

/** Prints the preview. */
export function printPreview(print: Printer, preview: ImportPreview): void {
  const { color } = print;
  const { protocol, name, servers, credential, tokens, operations, visibility } = preview;
  print.out(line`  ${color.faint('name')}        ${name} (${visibility})`);
  print.out(line`  ${color.faint('format')}      ${protocol}`);
  print.out(line`  ${color.faint('calls')}       ${servers.join(', ') || 'none'}`);
  print.out(line`  ${color.faint('credential')}  ${credential.type}`);
  print.out(
    line`  ${color.faint('tools')}       ${operations.length} ${operations.length === 1 ? 'operation' : 'operations'}, about ${tokens} tokens`,
  );
  const byTag = new Map<string, ImportPreview['operations']>();
  for (const operation of operations.slice(0, maxListed)) {
    const tag = operation.tags[0] ?? '';
    byTag.set(tag, [...(byTag.get(tag) ?? []), operation]);
  }
  for (const [tag, some] of byTag) {
    if (tag !== '' || byTag.size > 1) print.out(line`  ${color.strong(tag === '' ? '(no tag)' : tag)}`);
    for (const { name: own, impact, tokens: size, summary } of some) {
      print.out(
        line`    ${color.name(own)}  ${color.faint(`${impact ?? 'impact unknown'}, ${size} tokens`)}  ${summary}`,
      );
    }
  }
  const left = operations.length - maxListed;
  if (left > 0) print.out(line`  … and ${left} more; --json lists all`);
}
