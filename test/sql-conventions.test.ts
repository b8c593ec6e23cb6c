import assert from 'node:assert/strict';
import { test } from 'node:test';
import { selectPage } from '../src/domain/meetings/page-queries.ts';
import { roomOf, sources } from './sources.ts';
import { templateLiterals } from './template-literals.ts';

/** Matches the beginning of the project's SQL, whole or in parts, but not of prose with the same first words. */
const SQL =
  /^[\s(]*(?:(?:select|insert into|update|delete from|with|create|alter|drop|truncate|lock table)\s|(?:from|join|left join|order by|group by|returning|set)\s+[a-z_(]+[\s.,=)]|values\s*\(|(?:where|and|or|having)\s+[\w."()]+\s*(?:[=<>]|in\b|is\b|like\b|any\b))/;

/** The folders that contain SQL. */
const SQL_ROOMS = ['domain', 'db', 'queue', 'processes', 'jobs', 'embedded-postgres'];

/** The name of a constant. */
const CONSTANT = /^\s*[A-Z][A-Z0-9_]*\s*$/;

/**
 * The places where SQL is put together from more than constants, and the reason why no value gets into its text. A statement whose text
 * depended on a value would also fail on its second use: `pg` refuses another text under the same name.
 */
const BUILDERS: Record<string, string> = {
  'src/domain/meetings/page-queries.ts': 'tested below with hostile values',
  'src/domain/meetings/matching-meetings.ts': 'given constants by page-queries.ts alone, and tested with it',
  'src/domain/meetings/meeting-order.ts': 'the same',
  'src/domain/counts/count-window.ts':
    'given constants by page-queries.ts, list-executions.ts and list-all-executions.ts alone',
  'src/domain/signals/list-executions.ts': 'of constants of the file itself, made once when it is loaded',
  'src/domain/signals/list-all-executions.ts': 'the same',
  'src/domain/signals/list-sorted-executions.ts': 'the same',
  'src/domain/signals/conversation-activity.ts': 'the same',
  'embedded-postgres/src/connect.ts':
    'the names of the database and the role and its password, an HMAC, are our own',
  'src/db/migrate.ts': 'the name of an index is from a file of migrations/',
  'src/db/copies/load-tables.ts': 'names of tables are those of the catalog or of a backup, quoted',
  'src/db/copies/read-snapshot.ts': 'names of tables are those of the catalog, quoted',
};

test('SQL is made of constants: values go in as parameters', () => {
  const faults: string[] = [];
  let count = 0;
  for (const { path, text } of sources) {
    if (path in BUILDERS || !SQL_ROOMS.includes(roomOf(path))) continue;
    const constants = new Set(
      [...text.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]*)\b/gm)].map((found) => found[1]!),
    );
    const imported = [...text.matchAll(/^import \{([^}]*)\}/gm)].flatMap((found) => found[1]!.split(','));
    for (const name of imported) constants.add(name.replace(/^\s*type /, '').trim());
    for (const literal of templateLiterals(text)) {
      if (!SQL.test(literal.text)) continue;
      count++;
      const at = `${path}:${literal.line}`;
      if (literal.isConcatenated) faults.push(`${at} joins SQL by +`);
      for (const one of literal.interpolations) {
        if (!CONSTANT.test(one) || !constants.has(one.trim())) faults.push(`${at} puts \${${one}} into SQL`);
      }
    }
    for (const [found] of text.matchAll(/'(?:select|insert into|update|delete from) [^']*'\s*\+/g)) {
      faults.push(`${path} joins SQL by +: ${found}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.ok(count > 40, `only ${count} statements were found`);
});

test('the check of SQL finds planted violations', () => {
  // § stands for the dollar sign.
  const seen = (source: string) =>
    templateLiterals(source.replaceAll('§', '$')).filter(
      ({ text, interpolations }) => SQL.test(text) && interpolations.length > 0,
    ).length;
  assert.equal(seen('const a = `select * from t where id = §{id}`;'), 1);
  assert.equal(seen('const a = /`/.test(b) ? `\n  delete from t where name = §{quote(`x§{y}`)}` : 1;'), 1);
  assert.equal(seen("const a = '`' + `§{b} select`; // `update t set a = §{c}`"), 0);
  assert.equal(seen('f(`where a = §{`and b = §{c}`}`)'), 2);
  assert.equal(seen('f(`a whole number from §{low} to §{high}`, ` and §{count} more`)'), 0);
});

/**
 * The places where the statement does not look like a constant of the file, and the reason why its text holds nothing that a request says.
 */
const RUNNERS: Record<string, string> = {
  'src/db/database.ts': 'hands on the statements that it is given',
  'src/db/pipelines.ts': 'the same',
  'src/db/read-replicas.ts': 'the same',
  'src/db/trace-database.ts': 'the same',
  'src/db/migrate.ts': 'runs the files of migrations/, and names its own table and indexes',
  'src/db/copies/load-tables.ts':
    'names of tables are quoted, and PostgreSQL makes the definitions that are run again',
  'src/db/copies/read-snapshot.ts': 'names of tables are those of the catalog, quoted',
  'src/db/citus/apply-steps.ts': 'runs the files of migrations/',
  'src/db/citus/distribute.ts': 'PostgreSQL makes the statements, with names as format() quotes them',
  'src/db/citus/read-nodes.ts':
    'hands on the statements that it is given, with the names that Citus gave its shards',
  'src/db/session.ts': 'a constant of the file, with a limit of time beside it',
  'src/db/shares-sessions.ts': 'chooses among the constants of the file itself',
  'src/db/grants.ts': 'PostgreSQL makes the grants, with names as format() quotes them',
  'embedded-postgres/src/connect.ts': 'the name of the database is our own',
  'src/queue/settle.ts': 'given constants of the file itself',
  'src/domain/counts/fold-counts.ts': 'goes through a list of constants of the file',
  'src/domain/changes/read-present-state.ts': 'chooses among the constants of the file itself',
  'src/domain/exports/read-batches.ts': 'the same',
  'src/domain/moments/index-missing-words.ts': 'the same',
  'src/domain/signals/list-sorted-executions.ts': 'the same',
  'src/domain/words/keep-indexing.ts': 'the same',
  'src/domain/emails/read-emails.ts': 'chooses among the constants of page-queries.ts',
  'src/domain/meetings/read-meetings.ts': 'the statement is selectPage’s, tested below with hostile values',
};

/**
 * However a text is put together: what a module makes when it is loaded can hold nothing of a request. So each
 * statement that is run has to be named by a constant of a module.
 */
test('statements are created when the program is loaded', () => {
  const faults: string[] = [];
  const used = new Set<string>();
  let count = 0;
  for (const { path, text } of sources) {
    const constants = moduleConstants(text);
    for (const { argument, line } of statementsRun(text)) {
      count++;
      if (isConstant(argument, constants)) continue;
      if (path in RUNNERS) used.add(path);
      else faults.push(`${path}:${line} runs ${argument}`);
    }
  }
  assert.deepEqual(faults, []);
  assert.deepEqual(
    Object.keys(RUNNERS).filter((path) => !used.has(path)),
    [],
    'an exception that is none',
  );
  assert.ok(count > 150, `only ${count} calls were found`);
});

test('the check of running statements finds planted violations', () => {
  const seen = (source: string) => {
    const text = source.replaceAll('§', '$');
    return statementsRun(text).filter(({ argument }) => !isConstant(argument, moduleConstants(text))).length;
  };
  const head = "import * as queries from './queries.ts';\nconst select = { name: 'a', text: 'select 1' };\n";
  assert.equal(seen(`${head}await tx.query<{ id: number; of: Row<A>[] }>(select, [id]);`), 0);
  assert.equal(seen(`${head}tx.query(queries.find, [id]); tx.query(near ? select : queries.far, []);`), 0);
  assert.equal(seen(`${head}client.query('select 1'); client.query("select 'a'")`), 0);
  for (const argument of [
    "'select ' + column",
    "['select', column].join(' ')",
    "'select $'.replace('$', column)",
    '`select §{column}`',
    '{ ...select, text: select.text + column }',
    'statement',
    'queryFor(column)',
    'near ? select : queryFor(column)',
  ]) {
    assert.equal(
      seen(`${head}function f(statement) {\n  return db.quick.query<Row>(${argument}, []);\n}`),
      1,
      argument,
    );
  }
  assert.equal(seen('function f() {\n  const select = make();\n  return db.query(select, []);\n}'), 1);
});

/** Names that a module has from its load on: constants at its top, and what it imports. */
function moduleConstants(text: string): ReadonlySet<string> {
  const own = [...text.matchAll(/^(?:export )?const (\w+)\b/gm)].map((found) => found[1]!);
  const imported = [...text.matchAll(/^import (?:type )?(?:\{([^}]*)\}|\* as (\w+))/gm)].flatMap((found) =>
    (found[1] ?? found[2]!).split(',').map((name) => name.split(' as ').at(-1)!.trim()),
  );
  return new Set([...own, ...imported]);
}

/** The first argument of every call that runs SQL. */
function statementsRun(text: string): { argument: string; line: number }[] {
  return [...text.matchAll(/\.(?:query|executeSql)\b(?=\s*[<(])/g)].flatMap(({ index, 0: found }) => {
    let at = index + found.length;
    for (let depth = 0; text[at] !== '(' || depth > 0; at++) {
      // A type argument; `=>` closes none.
      if (text[at] === '<') depth++;
      else if (text[at] === '>' && text[at - 1] !== '=') depth--;
      if (at > text.length) return [];
    }
    const line = text.slice(0, index).split('\n').length;
    return [{ argument: firstArgument(text, at + 1), line }];
  });
}

function firstArgument(text: string, start: number): string {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') {
      if (char === '\\') at++;
      else if (char === quote) quote = '';
    } else if (/['"`]/.test(char)) quote = char;
    else if (depth === 0 && /[,)]/.test(char)) return text.slice(start, at).trim();
    else if (/[([{]/.test(char)) depth++;
    else if (/[)\]}]/.test(char)) depth--;
  }
  return text.slice(start);
}

function isConstant(argument: string, constants: ReadonlySet<string>): boolean {
  const choice = /^[\w.]+(?:\s*[<>=]+\s*[\w.]+)?\s*\?\s*([\w.]+)\s*:\s*([\w.]+)$/.exec(argument);
  if (choice) return [choice[1]!, choice[2]!].every((one) => isConstant(one, constants));
  if (/^(?:'[^'\\]*'|"[^"\\]*"|`[^`$\\]*`)$/.test(argument)) return true;
  return /^\w+(?:\.\w+)?$/.test(argument) && constants.has(argument.split('.')[0]!);
}

test('the page’s SQL is the same whatever the values, for every combination of filters', () => {
  const hostile = "'; drop table meetings; --$1";
  const texts = new Map<string, string>();
  for (const value of [hostile, 'other']) {
    for (let bits = 0; bits < 2 ** 10; bits++) {
      const given = <T>(bit: number, one: T): T | undefined => ((bits >> bit) & 1 ? one : undefined);
      const { statement, values } = selectPage({
        organizationId: value as never,
        from: value,
        to: given(0, value),
        bounds: new Proxy({}, { get: () => value }) as never,
        accountId: given(1, value),
        opportunityId: given(2, value),
        emails: given(3, [value]),
        sourceTypes: given(4, [value as never]),
        isDescending: given(5, true) ?? false,
        withTranscripts: given(6, true) ?? false,
        signalIds: given(7, [value as never]),
        sort: given(8, 'title') ?? 'startTime',
        withNext: given(9, true) ?? false,
        after: given(9, { key: value, id: value as never }),
        limit: 10,
        offset: value as never,
      });
      assert.ok(!statement.text.includes(value), 'no value is in the text');
      assert.ok(JSON.stringify(values).includes(JSON.stringify(value).slice(1, -1)));
      assert.ok(statement.name.length <= 63, `PostgreSQL does not keep all of ${statement.name}`);
      assert.equal(texts.get(statement.name) ?? statement.text, statement.text, statement.name);
      texts.set(statement.name, statement.text);
    }
  }
  assert.equal(texts.size, 2 ** 10, 'a name for each');
});

test('every statement has a name of its own', () => {
  const names = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/name: '([^']+)',\s*(?:\/\/[^\n]*\n\s*)*text:/g)].map((found) => ({
      path,
      name: found[1]!,
    })),
  );
  assert.ok(names.length > 40);
  const seen = new Map<string, string>();
  const faults: string[] = [];
  for (const { path, name } of names) {
    if (seen.has(name)) faults.push(`${name} is in ${seen.get(name)} and ${path}`);
    if (!/^[a-z0-9-]{1,63}$/.test(name))
      faults.push(`${name} in ${path} is no kebab-case name that PostgreSQL keeps`);
    seen.set(name, path);
  }
  assert.deepEqual(faults, []);
});
