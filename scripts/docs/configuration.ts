/** The reference page of every setting, generated from the schema of the configuration. */
import {
  type GroupSchema,
  listSettings,
  type SettingSchema,
  settingsSchema,
} from '../../packages/server/src/config/settings-schema.js';
import { generatedNote, type PageMaker } from '../generated-file.js';

/** Generates docs/reference/configuration.md. */
export const makeConfiguration: PageMaker = async () => {
  const sections = Object.entries(settingsSchema.properties).map(([name, schema]) => writeGroup(name, schema));
  const text = [
    '# Configuration',
    '',
    generatedNote,
    '',
    'Settings come from the configuration file (default `dragoman.config.json`), then from the environment,',
    'then from flags; the last one wins. Any key can be given as `--set server.port=4780`; the most common keys have their',
    'own flag. `dragoman config` prints the effective values and their sources, with secrets hidden. The server refuses to start',
    'if a key is unknown or has an invalid value, and the message names the key.',
    '',
    ...sections,
  ].join('\n');
  return [{ path: 'docs/reference/configuration.md', text }];
};

function writeGroup(name: string, schema: GroupSchema | SettingSchema): string {
  const settings =
    'x-env' in schema ? [{ key: name, schema: schema as SettingSchema }] : listSettings(schema as GroupSchema, name);
  return [
    `## ${name}`,
    '',
    schema.description,
    '',
    '| Key | Type | Default | Environment | Description |',
    '|---|---|---|---|---|',
    ...settings.map((setting) => writeSetting(setting.key, setting.schema)),
    '',
  ].join('\n');
}

function writeSetting(key: string, schema: SettingSchema): string {
  const flag = schema['x-flag'] === undefined ? '' : ` (\`--${schema['x-flag']}\`)`;
  const cells = [
    `\`${key}\`${flag}`,
    describeType(schema),
    schema.default === undefined ? '' : `\`${JSON.stringify(schema.default)}\``,
    schema['x-env'] === undefined ? '' : `\`${schema['x-env']}\``,
    `${schema.description}${schema['x-live'] === true ? ' Applies on reload.' : ''}`,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function describeType(schema: SettingSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`${value}\``).join(' or ');
  const { minimum, maximum } = schema;
  return minimum === undefined || maximum === undefined ? schema.type : `${schema.type}, ${minimum} to ${maximum}`;
}
