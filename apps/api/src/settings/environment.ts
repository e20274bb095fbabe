import { SettingsError } from "./settings-error.ts";

/** `process.env`, or what a test gives in its place. */
export type Environment = Readonly<Record<string, string | undefined>>;

export interface WholeNumberRule {
  readonly standard: number;
  readonly least: number;
  readonly most: number;
}

/** A whole number between two others; what is no such number is an error, never repaired. */
export function wholeNumber(env: Environment, name: string, { standard, least, most }: WholeNumberRule): number {
  const text = textOrNone(env, name);
  if (text === undefined) return standard;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new SettingsError(`${name} is "${text}": give a whole number from ${least} to ${most}.`);
}

export function oneOf<T extends string>(env: Environment, name: string, choices: readonly T[], standard: T): T {
  const text = textOrNone(env, name);
  if (text === undefined) return standard;
  const choice = choices.find((known) => known === text);
  if (choice !== undefined) return choice;
  throw new SettingsError(`${name} is "${text}": give one of ${choices.join(", ")}.`);
}

/** An empty text means that nothing is set. */
export function textOrNone(env: Environment, name: string): string | undefined {
  const text = env[name];
  return text === undefined || text === "" ? undefined : text;
}
