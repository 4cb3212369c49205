/** Prints what a command is as an MCP server, from a dry run. */
import type { StdioServerPreview } from '@dragoman/sdk';
import { line } from '../terminal/paint.js';
import type { Printer } from '../terminal/printer.js';

/** Prints the preview; the exit code is 1 when the server cannot be used. */
export function printServerPreview(print: Printer, found: StdioServerPreview): 0 | 1 {
  const {
    starts,
    tools,
    tool_count: count,
    server_name: name,
    server_version: version,
    problem,
    stderr,
  } = found.preview;
  if (print.json) print.value(found);
  else {
    if (problem !== undefined) print.out(line`${print.color.bad('failed')}  ${problem.message} [${problem.code}]`);
    else print.out(line`${print.color.good('starts')}  ${[name, version].filter(Boolean).join(' ')}  ${count} tools`);
    if (tools.length > 0) {
      const rows = tools.map((tool) => [tool.name, tool.description]);
      print.table([{ title: 'tool' }, { title: 'description', min: 20 }], rows);
    }
    if (stderr.length > 0) print.note(line`${problem === undefined ? 'Its' : 'Its last'} lines on standard error:`);
    for (const text of stderr) print.note(line`  ${text}`);
    print.note(line`Dry run: nothing was stored.`);
  }
  return starts ? 0 : 1;
}
