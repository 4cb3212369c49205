/** `dragoman procedures show`: shows a procedure with its current findings. */
import type { Command } from '../command/command.js';
import { toDiagnostic } from '../output/design-output.js';
import { diagnosticLines } from '../output/diagnostic-lines.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Shows a procedure. */
export const proceduresShow: Command = {
  name: 'procedures show',
  summary: 'Show an operating procedure and its findings',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the procedure' }],
  options: [],
  examples: [{ line: 'dragoman procedures show desk', explanation: 'The text, then the findings' }],
  async run(context) {
    const { args, print, runtime } = context;
    const [id = ''] = args;
    const procedure = await connect(context).procedures.read(id, { signal: runtime.signal });
    if (print.json) {
      print.value(procedure);
      return 0;
    }
    for (const text of procedure.text.split('\n')) print.out(line`${text}`);
    const about = `${procedure.name}: version ${procedure.version}, ${procedure.state}, toolset ${procedure.toolset}`;
    print.note(line`${about}`);
    for (const text of diagnosticLines(procedure.findings.map(toDiagnostic), id, print.noteColor)) print.note(text);
    return 0;
  },
};
