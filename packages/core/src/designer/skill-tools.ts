/** The tools of an exported toolset as a skill describes them: complete inputs, in words. */
import { resolveSchema } from '@dragoman/documents';
import type { JsonSchema, JsonValue } from '@dragoman/model';
import { parameterType, schemaProperties } from '@dragoman/model';
import type { SkillParameter, SkillTool } from '../procedures/write-skill.js';
import { shapeText } from '../protocols/nact/projection/shape-text.js';
import type { ExportedTool } from './export-toolset.js';

/** Maximum length of the form of one input. */
const maxShape = 500;

/** Describes a tool. */
export function skillTool({ alias, signature, inputSchema }: ExportedTool): SkillTool {
  const { description, version, output_parameters: outputs } = signature;
  return {
    name: alias,
    description,
    version,
    inputs: skillInputs(inputSchema),
    outputs: outputs.map((output) => ({ ...output, type: parameterType(output), required: true })),
  };
}

function skillInputs(root: JsonSchema): SkillParameter[] {
  const schema = resolveSchema(root, root);
  const properties = schemaProperties(schema);
  const members = Object.entries(properties);
  const required = Array.isArray(schema?.required) ? schema.required : [];
  if (members.length > 0) {
    return members.map(([name, part]) => describePart(root, part, { name, required: required.includes(name) }));
  }
  const isEmpty = schema === undefined || (schema.type === 'object' && Object.keys(schema).length <= 4);
  return isEmpty ? [] : [describePart(root, root, { name: 'input', required: true })];
}

function describePart(
  root: JsonSchema,
  part: JsonValue,
  about: Pick<SkillParameter, 'name' | 'required'>,
): SkillParameter {
  const { description } = resolveSchema(root, part) ?? {};
  return {
    ...about,
    type: shapeText(root, part, maxShape),
    description: typeof description === 'string' ? description : '',
  };
}
