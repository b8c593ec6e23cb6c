import { readFileSync } from 'node:fs';

/** Reads each of these secrets from its variable, or from the file that the variable with `_FILE` at its end names. */
export function readSecrets(
  env: NodeJS.ProcessEnv,
  names: readonly string[],
  faults: string[],
): Record<string, string | undefined> {
  return Object.fromEntries(names.map((name) => [name, readSecret(env, name, faults)]));
}

function readSecret(env: NodeJS.ProcessEnv, name: string, faults: string[]): string | undefined {
  const file = env[`${name}_FILE`];
  if (!file) return env[name] || undefined;
  if (env[name]) {
    faults.push(`${name} and ${name}_FILE must not both be set`);
    return undefined;
  }
  try {
    const secret = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    // Without this check an empty file would silently select the default, such as the embedded database.
    if (secret === '') faults.push(`${name}_FILE must name a file that is not empty`);
    return secret || undefined;
  } catch (error) {
    faults.push(`${name}_FILE must name a file that can be read: ${(error as Error).message}`);
    return undefined;
  }
}

/** Returns the variables, with the secrets that were read from files under their plain names. */
export function withSecrets(env: NodeJS.ProcessEnv, secrets: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const known = Object.entries(secrets).filter(([, secret]) => secret !== undefined);
  return { ...env, ...Object.fromEntries(known) };
}
