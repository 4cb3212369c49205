/** The type of a setting, and helper functions to define one. */

/** JSON Schema of one setting, with its environment variable and flag. */
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
  /** Short flag in addition to the dotted key: `--port`. */
  'x-flag'?: string;
  /** Applies on reload; every other setting needs a restart. */
  'x-live'?: boolean;
  /** Hidden wherever settings are displayed. */
  'x-secret'?: boolean;
}

/** A group of settings. */
export interface GroupSchema {
  type: 'object';
  description: string;
  additionalProperties: false;
  properties: Readonly<Record<string, SettingSchema | GroupSchema>>;
}

/** Schema members other than the type. */
export type Extra = Partial<SettingSchema>;

/** Defines a setting of any type. */
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

/** Defines a string setting. */
export const text = (env: string, description: string, extra: Extra = {}) =>
  setting('string', env, description, { minLength: 1, maxLength: 2048, ...extra });

/** Defines an integer setting with minimum and maximum. */
export const count = (env: string, description: string, value: number, minimum: number, maximum: number) =>
  setting('integer', env, description, { default: value, minimum, maximum });

/** Defines a boolean setting. */
export const flag = (env: string, description: string, value: boolean) =>
  setting('boolean', env, description, { default: value });

/** Defines a list of strings. */
export const list = (env: string, description: string, extra: Extra = {}) =>
  setting('array', env, description, {
    default: [],
    maxItems: 100,
    items: { type: 'string', description: 'A value.', minLength: 1, maxLength: 512 },
    ...extra,
  });

/** Defines a group of settings. */
export const group = (description: string, properties: GroupSchema['properties']): GroupSchema => ({
  type: 'object',
  description,
  additionalProperties: false,
  properties,
});

/** Defines a string member of a list item, which has no environment variable. */
export const plainText = (description: string, extra: Extra = {}): SettingSchema => ({
  type: 'string',
  description,
  minLength: 1,
  maxLength: 2048,
  ...extra,
});
