/**
 * Writes the rows of tables in README.md and docs/ that follow from the lists of AI providers and file formats, or with
 * --check fails if the committed rows differ. The rows to replace are found by a pattern.
 */
import { readFile, writeFile } from 'node:fs/promises';
import type { AiProviderDescriptor } from '../src/ai/descriptor.ts';
import { aiProviders } from '../src/ai/providers.ts';
import { aiSettingTexts, DEFAULT_AI_PROVIDER } from '../src/ai/settings.ts';
import { fileExtensions, fileFormats } from '../src/domain/meetings/formats/index.ts';
import { jsonFormats } from '../src/domain/meetings/formats/json/index.ts';

const code = (text: string): string => `\`${text}\``;

const rowOf = (...cells: string[]): string =>
  `| ${cells.map((cell) => (cell === '' ? '| ' : `${cell} | `)).join('')}`.trimEnd();

/** Consecutive rows of one table; `pattern` matches each of them and no other line of the file. */
type Rows = { file: string; pattern: RegExp; rows: string[] };

const GENERATED: Rows[] = [
  {
    file: 'README.md',
    pattern: /^\| `PARLEY_AI_/,
    rows: aiSettingTexts.map(({ name, description, default: fallback = '' }) => {
      const value = fallback === '' || fallback.includes(' ') ? fallback : code(fallback);
      return rowOf(code(name), value, description);
    }),
  },
  {
    file: 'README.md',
    pattern: /^\| `parley import FILES…`/,
    rows: [
      rowOf(
        code('parley import FILES…'),
        `[imports](docs/import.md) ${fileExtensions.map(code).join(', ')}, ${code('.eml')} and ${code('.zip')} files, or folders of them; ${code('--watch')} imports what comes into a folder`,
      ),
    ],
  },
  {
    file: 'docs/formats.md',
    pattern: /^\| [^|`]+ \| `\./,
    rows: fileFormats.map(({ name, extensions, holds, writtenBy, source }) =>
      rowOf(name, extensions.map(code).join(', '), `${holds}, by ${writtenBy}`, source),
    ),
  },
  {
    file: 'docs/json-formats.md',
    pattern: /^\| [^|`]+ \| `/,
    rows: jsonFormats.map(({ name, marks, writtenBy, source }) => {
      const forms = marks.map((paths) => paths.map(code).join(', '));
      return rowOf(name, forms.join('; or '), writtenBy, source);
    }),
  },
  {
    file: 'docs/signals.md',
    pattern: /^\| [^|`]+ \| `[a-z-]+`(?: \(default\))? \|/,
    rows: aiProviders.map(providerRow),
  },
];

function providerRow({ name, title, description, settings }: AiProviderDescriptor): string {
  const names = (isRequired: boolean) =>
    Object.values(settings)
      .filter((setting) => (setting.isRequired ?? false) === isRequired)
      .map((setting) => code(setting.name))
      .join(', ');
  const isDefault = name === DEFAULT_AI_PROVIDER ? ' (default)' : '';
  return rowOf(title, `${code(name)}${isDefault}`, description, names(true), names(false));
}

const isCheck = process.argv.includes('--check');
for (const { file, pattern, rows } of GENERATED) {
  const path = new URL(`../${file}`, import.meta.url);
  const lines = (await readFile(path, 'utf8')).split('\n');
  const first = lines.findIndex((line) => pattern.test(line));
  if (first === -1) throw new Error(`${file} has no row like ${pattern}`);
  const after = lines.findIndex((line, index) => index > first && !pattern.test(line));
  if (lines.slice(first, after).join('\n') === rows.join('\n')) continue;
  if (isCheck) {
    console.error(`${file}: the rows like ${pattern} are out of date: run \`npm run fix\` and commit it`);
    process.exitCode = 1;
  } else {
    lines.splice(first, after - first, ...rows);
    await writeFile(path, lines.join('\n'));
  }
}
