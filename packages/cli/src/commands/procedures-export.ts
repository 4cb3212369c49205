/** `dragoman procedures export`: a procedure with its toolset as JSON, or as the folder of an Agent Skill. */
import type { Command } from '../command.js';
import { connect } from '../connect.js';
import { line } from '../output/paint.js';
import { writeSkillFiles } from '../write-skill-files.js';

/** Exports a procedure. */
export const proceduresExport: Command = {
  name: 'procedures export',
  summary: 'Export an operating procedure with its toolset, or as an Agent Skill',
  details:
    'Writes JSON to standard output. With --skill the files of an Agent Skill are written below that folder, in a folder of ' +
    'the skill’s name; files that are there already are left alone, and nothing is written, unless --force is given.',
  arguments: [{ name: 'id', required: true, multiple: false, description: 'Id of the procedure' }],
  options: [
    { name: 'skill', value: 'folder', description: 'Write the folder of an Agent Skill below this one' },
    { name: 'force', description: 'Replace files of the skill that are there already' },
  ],
  examples: [
    { line: 'dragoman procedures export desk > desk.json', explanation: 'For a run time' },
    { line: 'dragoman procedures export desk --skill .agents/skills', explanation: 'SKILL.md and its references' },
  ],
  async run(context) {
    const { args, options, print, surroundings } = context;
    const [id = ''] = args;
    const { procedures } = connect(context);
    const folder = options.text('skill');
    if (folder === undefined) {
      print.value(await procedures.export(id, { signal: surroundings.signal }));
      return 0;
    }
    const skill = await procedures.exportSkill(id, { signal: surroundings.signal });
    const paths = await writeSkillFiles(surroundings, skill, { folder, force: options.flag('force') });
    if (print.json) print.value({ name: skill.name, files: paths });
    else for (const path of paths) print.out(line`${path}`);
    return 0;
  },
};
