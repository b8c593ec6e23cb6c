/** A statement as the service ran it, and the rows that it returned. */
export type RanStatement = { name: string; text: string; values: unknown[]; rows: object[] };

/** A script for pgbench: its text and its variables, which become parameters of prepared statements. */
export type Script = { name: string; text: string; values: Record<string, string> };

/** The variables that the script sets at each run, by the placeholders that were recorded in their place. */
export type Stand = Map<unknown, string>;

/**
 * Returns a script of statements, in one transaction if there are several. Every value remains a parameter, so that
 * the server plans and decodes as it does for the service.
 * @param options.prelude the lines before the first statement
 * @param options.stands the values to be replaced by variables that the script sets
 */
export function makeScript(
  name: string,
  statements: readonly RanStatement[],
  { prelude = [], stands = new Map() }: { prelude?: readonly string[]; stands?: Stand } = {},
): Script {
  const values: Record<string, string> = {};
  const bodies = statements.map((statement, index) => {
    const text = statement.text.trim().replaceAll(/\$(\d+)/g, (_all, number) => {
      const variable = `s${index}_${number}`;
      return parameter(statement.values[Number(number) - 1], { variable, values, stands });
    });
    // The columns that a statement returns, such as `id`, are set as variables of the same names.
    return /\breturning\b/i.test(text) ? `${text} \\gset` : `${text};`;
  });
  const lines = bodies.length > 1 ? ['begin;', ...bodies, 'commit;'] : bodies;
  return { name, text: `${[...prelude, ...lines].join('\n')}\n`, values };
}

type Place = { variable: string; values: Record<string, string>; stands: Stand };

/** Returns a value as the script contains it. pgbench has neither null nor arrays that contain a variable. */
function parameter(value: unknown, { variable, values, stands }: Place): string {
  if (value === null || value === undefined) return 'null';
  const stand = stands.get(value);
  if (stand !== undefined) return `:${stand}`;
  if (Array.isArray(value) && value.some((item) => stands.has(item))) {
    const items = value.map((item, index) =>
      parameter(item, { variable: `${variable}_${index}`, values, stands }),
    );
    return `array[${items.join(', ')}]`;
  }
  values[variable] = asText(value);
  return `:${variable}`;
}

/** Returns a value in PostgreSQL's text form. */
function asText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`;
  if (Array.isArray(value)) {
    const quoted = value.map((item) => `"${`${item}`.replaceAll(/["\\]/g, '\\$&')}"`);
    return `{${quoted.join(',')}}`;
  }
  if (typeof value === 'object') throw new Error('a value of this type has no place in a script yet');
  return `${value}`;
}
