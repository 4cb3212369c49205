/** What a setting is, and short ways to write one down. */

/** JSON Schema of one setting, with where else it can be set. */
export interface SettingSchema {
  type: 'string' | 'integer' | 'boolean' | 'array' | 'object';
  description: string;
  default?: unknown;
  enum?: readonly string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  items?: SettingSchema;
  properties?: Readonly<Record<string, SettingSchema>>;
  required?: readonly string[];
  additionalProperties?: boolean;
  /** Environment variable. */
  'x-env'?: string;
  /** Short flag beside the dotted key: `--port`. */
  'x-flag'?: string;
  /** Hidden wherever settings are shown. */
  'x-secret'?: boolean;
}

/** A group of settings. */
export interface GroupSchema {
  type: 'object';
  description: string;
  additionalProperties: false;
  properties: Readonly<Record<string, SettingSchema | GroupSchema>>;
}

/** What a setting has beside its type. */
export type Extra = Partial<SettingSchema>;

/** A setting of any type. */
export const setting = (
  type: SettingSchema['type'],
  env: string,
  description: string,
  extra: Extra,
): SettingSchema => ({
  type,
  description,
  'x-env': env,
  ...extra,
});

/** A text. */
export const text = (env: string, description: string, extra: Extra = {}) =>
  setting('string', env, description, { minLength: 1, maxLength: 2048, ...extra });

/** A whole number within bounds. */
export const count = (env: string, description: string, value: number, minimum: number, maximum: number) =>
  setting('integer', env, description, { default: value, minimum, maximum });

/** True or false. */
export const flag = (env: string, description: string, value: boolean) =>
  setting('boolean', env, description, { default: value });

/** A list of texts. */
export const list = (env: string, description: string, extra: Extra = {}) =>
  setting('array', env, description, {
    default: [],
    maxItems: 100,
    items: { type: 'string', description: 'One value.', minLength: 1, maxLength: 512 },
    ...extra,
  });

/** A group of settings. */
export const group = (description: string, properties: GroupSchema['properties']): GroupSchema => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
});

/** A text inside an item of a list, which has no variable of its own. */
export const plainText = (description: string, extra: Extra = {}): SettingSchema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength: 2048,
  ...extra,
});
