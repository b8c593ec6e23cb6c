import { type Command, InvalidArgumentError, Option } from 'commander';
import { MOMENT_FORM, parseMoment } from '../lib/moments.ts';

/** The options of an action with `--organization`. */
export type OrganizationOption = { organization?: number };
/** The options of an action with `--json`. */
export type JsonOption = { json?: true };

/** Adds `--organization ID`, as every command takes it that works inside one. */
export function withOrganization(command: Command): Command {
  return command.option(
    '--organization <id>',
    'the id of the organization; optional if there is only one',
    wholeNumber(1, Number.MAX_SAFE_INTEGER),
  );
}

/** Adds `--json`. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON, for scripts');
}

/** Parses a whole number within bounds. */
export function wholeNumber(minimum: number, maximum: number): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d{1,16}$/.test(text) && value >= minimum && value <= maximum) return value;
    const range =
      maximum === Number.MAX_SAFE_INTEGER ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
    throw new InvalidArgumentError(`It takes a whole number, ${range}.`);
  };
}

/** Parses one of several codes. */
export function choiceOf<Code extends string>(codes: readonly Code[]): (text: string) => Code {
  return (text) => {
    const code = codes.find((known) => known === text);
    if (code === undefined) throw new InvalidArgumentError(`It takes one of ${codes.join(', ')}.`);
    return code;
  };
}

/** Parses a comma-separated list of codes. */
export function listOf<Code extends string>(codes: readonly Code[]): (text: string) => Code[] {
  const parse = (text: string): Code => {
    const code = codes.find((known) => known === text);
    if (code !== undefined) return code;
    throw new InvalidArgumentError(
      `It takes one or more of ${codes.join(', ')}, separated by commas; ${JSON.stringify(text)} is none of them.`,
    );
  };
  return (text) => text.split(',').map((one) => parse(one.trim()));
}

/** An option that may be given several times, each time with one value or several separated by commas. */
export function repeatable(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string, earlier: string[] | undefined) => [
    ...(earlier ?? []),
    ...text.split(',').map((one) => one.trim()),
  ]);
}

/** Parses a point in time to milliseconds since the epoch. */
export function moment(text: string): number {
  const ms = parseMoment(text);
  if (ms !== undefined) return ms;
  throw new InvalidArgumentError(`It takes ${MOMENT_FORM}.`);
}
