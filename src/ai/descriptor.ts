import type { AiProvider } from './types.ts';

type Variables = Record<string, string | undefined>;

/** An environment variable that configures a provider. */
export type AiSetting<Value = unknown> = {
  /** The name of the variable. One setting that several providers have is one object, in all of them. */
  name: `PARLEY_AI_${string}`;
  /** Its description, for lists of settings, without a capital letter and a full stop. */
  help: string;
  /** Returns the value, or undefined if the variable is not set or is wrong; a wrong one adds its fault. */
  read(env: Variables, name: string, faults: string[]): Value | undefined;
  /** The default value. */
  default?: Value;
  /** Whether the provider cannot work without it. */
  isRequired?: boolean;
  /** Whether it may also be given in a file that `NAME_FILE` names. */
  isSecret?: boolean;
  /** Whether it is a URL that Parley sends requests to; it must not lead back to Parley. */
  isAddress?: boolean;
};

/** Marks a setting as one that the provider cannot work without. */
export function requiredSetting<Setting extends AiSetting>(setting: Setting): Setting & { isRequired: true } {
  return { ...setting, isRequired: true };
}

export type AiSettingMap = Readonly<Record<string, AiSetting>>;

type ReadBy<Setting extends AiSetting> = Exclude<ReturnType<Setting['read']>, undefined>;

/** The settings with which a provider is created: those that are required or have a default are always present. */
export type ValuesOf<Settings extends AiSettingMap> = {
  [Key in keyof Settings]: Settings[Key] extends { isRequired: true } | { default: unknown }
    ? ReadBy<Settings[Key]>
    : ReadBy<Settings[Key]> | undefined;
};

/** The interface of a provider to the rest of Parley. The list of providers is `providers.ts`. */
export type AiProviderDescriptor<
  Name extends string = string,
  Settings extends AiSettingMap = AiSettingMap,
> = {
  /** The value of PARLEY_AI_PROVIDER that chooses it. */
  name: Name;
  /** The name that users know. */
  title: string;
  /** A description in one or two sentences of Markdown. */
  description: string;
  settings: Settings;
  /** Whether its calls usually cost money; each organization then has a daily budget by default. */
  isPaid(values: Partial<ValuesOf<Settings>>): boolean;
  /** Creates it. Packages that only this provider needs are imported here, not when the module is loaded. */
  create(values: ValuesOf<Settings>): Promise<AiProvider>;
};

/** Gives a descriptor the types of its own name and settings. */
export function defineAiProvider<const Name extends string, const Settings extends AiSettingMap>(
  descriptor: AiProviderDescriptor<Name, Settings>,
): AiProviderDescriptor<Name, Settings> {
  return descriptor;
}
