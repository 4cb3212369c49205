/** `dragoman procedures export`: exports a procedure with its toolset as JSON, or as the folder of an Agent Skill. */
import type { Command } from '../command/command.js';
import { writeSkillFiles } from '../files/write-skill-files.js';
import { connect } from '../registry/connect.js';
import { line } from '../terminal/paint.js';

/** Exports a procedure. */
export const proceduresExport: Command = {
  name: 'procedures export',
  summary: 'Export an operating procedure with its toolset, or as an Agent Skill',
  details:
    'Writes JSON to standard output. With --skill, writes an Agent Skill to a subfolder of that folder, named after ' +
    'the skill. If any of its files exists, nothing is written unless --force is given.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the procedure' }],
  options: [
    { name: 'skill', value: 'folder', description: 'Write the skill to a subfolder of this folder' },
    { name: 'force', description: 'Replace existing files of the skill' },
  ],
  examples: [
    { line: 'dragoman procedures export desk > desk.json', explanation: 'For a runtime' },
    { line: 'dragoman procedures export desk --skill .agents/skills', explanation: 'SKILL.md and its references' },
  ],
  async run(context) {
    const { args, options, print, runtime } = context;
    const [id = ''] = args;
    const { procedures } = connect(context);
    const folder = options.text('skill');
    if (folder === undefined) {
      print.value(await procedures.export(id, { signal: runtime.signal }));
      return 0;
    }
    const skill = await procedures.exportSkill(id, { signal: runtime.signal });
    const paths = await writeSkillFiles(runtime, skill, { folder, force: options.flag('force') });
    if (print.json) print.value({ name: skill.name, files: paths });
    else for (const path of paths) print.out(line`${path}`);
    return 0;
  },
};
