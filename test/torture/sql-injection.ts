import { Tables } from '../http/tenants.ts';
import { sql } from '../support/sql.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { answerFaults } from './support/answer-faults.ts';
import { operations } from './support/api-document.ts';
import { startFuzzedService } from './support/fuzzed-service.ts';
import type { FuzzingTenant } from './support/fuzzing-tenant.ts';
import { type Sender, showRequest } from './support/http-exchange.ts';
import { startPostgresServer } from './support/postgres-server.ts';
import { requestWith, sendAll } from './support/send-to-place.ts';
import { logEntries, logSize } from './support/sql-log.ts';
import { fittedTo, type TextPlace, textPlaces } from './support/text-places.ts';

/** A mark in every text that is sent here, and in no other text. */
const MARK = 'q7xinj';

/** A mark in the data of another organization only. */
const VICTIMS = 'victimowl';

const SLEEP_SECONDS = 4;

/** Texts that end a literal, a statement or a comment, or that have a meaning in SQL's pattern and query languages. */
const INJECTIONS = [
  `${MARK}'`,
  `${MARK}"`,
  `${MARK}' or '1'='1`,
  `${MARK}'or'1'='1`,
  `${MARK}') or 1=1--`,
  `${MARK}'; drop table meetings cascade; --`,
  `${MARK}'; update organizations set name = '${MARK}'; --`,
  `1; delete from meetings --${MARK}`,
  `1 or 1=1 --${MARK}`,
  `1) or (1=1 /*${MARK}*/`,
  `${MARK}' union select null, version(), null --`,
  `${MARK}'||(select pg_sleep(${SLEEP_SECONDS}))||'`,
  `1; select pg_sleep(${SLEEP_SECONDS}) --${MARK}`,
  `(select pg_sleep(${SLEEP_SECONDS})::text||'${MARK}')`,
  `${MARK}\\'; select 1; --`,
  `${MARK}\\`,
  `$$${MARK}$$`,
  `$1 ${MARK} $2::int`,
  `/*${MARK}`,
  `*/ ${MARK} --`,
  `${MARK}\n;commit;\n--`,
  `e'\\x27' ${MARK}`,
  `${MARK}\u02bc or \uff071\uff07=\uff071`,
  `%${MARK}_%\\%`,
  `{${MARK},"}`,
  `(${MARK},)`,
  `[${MARK},)`,
  `${MARK} & | ! <-> ':*`,
  `{"${MARK}": "\\u0027"}`,
  `$.** ? (@ == "${MARK}")`,
  `${MARK}::regclass`,
  `-infinity ${MARK}`,
];

/** In the quick form each place gets this many texts, and different places different ones. */
const QUICK_INJECTIONS = 2;

/** The number of concurrent requests. */
const LANES = 6;

const MAX_TOLD = 10;

export const sqlInjection: ReliabilityPromise = {
  number: 18,
  name: 'sql-injection',
  harm: 'SQL in every parameter, path, header, body and file, of every operation of openapi.json',
  async run(stage) {
    const postgres = await startPostgresServer({
      ...{ fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      // The log has every statement's text but no parameter's value, so that none of the texts sent may occur in it.
      ...{ log_statement: 'all', log_parameter_max_length: '0', log_parameter_max_length_on_error: '0' },
      log_error_verbosity: 'verbose',
    });
    try {
      return await attack(postgres.url, stage);
    } finally {
      await postgres.remove();
    }
  },
};

async function attack(databaseUrl: string, stage: Stage): Promise<Figure[]> {
  const service = await startFuzzedService({ databaseUrl });
  const tables = await Tables.open(databaseUrl);
  try {
    const [caller, victim] = [await service.makeTenant(), await service.makeTenant()];
    await victim.ask('ingestMeeting', ({ content }) => {
      const { meeting } = content!.value as { meeting: object };
      content!.value = { meeting: { ...meeting, id: VICTIMS, title: VICTIMS } };
    });
    const before = await stateOf(databaseUrl, tables, victim);
    const from = await logSize(databaseUrl);
    const sent = await injectEverywhere(caller, service.sender, stage);
    const after = await stateOf(databaseUrl, tables, victim);
    const changed = Object.keys(before).filter((name) => before[name] !== after[name]);
    for (const name of changed) stage.say(`changed: ${name}`);
    for (const fault of sent.faults.slice(0, MAX_TOLD)) stage.say(fault);
    const log = await judgeLog(databaseUrl, from, stage);
    return [
      atLeast('requests', sent.requests, sent.cells),
      all('operations', sent.operations.size, operations.length),
      none('answers of 5xx, or off the contract', sent.faults.length),
      none('answers with what is of another organization', sent.leaks),
      none(`answers after ${SLEEP_SECONDS} s, as pg_sleep makes them`, sent.slow),
      none('statements with a text that was sent, in PostgreSQL’s log', log.marked),
      atLeast('statements in PostgreSQL’s log', log.statements, sent.requests / 2),
      none('SQL errors in PostgreSQL’s log', log.errors),
      none('tables, columns, roles, and rows of others that changed', changed.length),
    ];
  } finally {
    await tables.close();
    await service.stop();
  }
}

async function injectEverywhere(caller: FuzzingTenant, sender: Sender, { full, seed }: Stage) {
  const cells = textPlaces.flatMap((place, at) => {
    const few = Array.from({ length: QUICK_INJECTIONS }, (_, n) => at * QUICK_INJECTIONS + n + seed);
    const texts = full ? INJECTIONS : few.map((index) => INJECTIONS[index % INJECTIONS.length]!);
    const forms = texts.flatMap((text) => (full ? [text, fittedTo(place, text)] : [fittedTo(place, text)]));
    return [...new Set(forms)].map((text) => ({ place, text }));
  });
  const told = {
    requests: 0,
    cells: cells.length,
    operations: new Set(),
    leaks: 0,
    slow: 0,
    faults: [] as string[],
  };
  const write = ({ place, text }: { place: TextPlace; text: string }) => requestWith(caller, place, text);
  await sendAll(sender, cells, LANES, write, ({ place }, request, answer) => {
    told.requests++;
    told.operations.add(place.operation.id);
    const [fault] = answerFaults(request, answer);
    if (fault) told.faults.push(`${place.name}: ${fault.message}\n${showRequest(request)}`);
    if (answer.bytes.includes(VICTIMS)) told.leaks++;
    if (answer.ms >= SLEEP_SECONDS * 1000) told.slow++;
  });
  return told;
}

/**
 * Returns the data that must not change: rows of the other organization and of the installation, tables, columns and
 * roles.
 */
async function stateOf(
  databaseUrl: string,
  tables: Tables,
  victim: FuzzingTenant,
): Promise<Record<string, string>> {
  const [rows] = await tables.settledRowsOf([victim.organizationId]);
  const look = async (text: string) => JSON.stringify(await sql(databaseUrl, text, []));
  const { organizationId: id } = victim;
  return {
    ...Object.fromEntries(
      Object.entries(rows!).map(([table, found]) => [`rows of ${table}`, found.join('\n')]),
    ),
    organization: JSON.stringify(await sql(databaseUrl, 'select * from organizations where id = $1', [id])),
    'signing keys': await look('select * from signing_keys order by 1'),
    migrations: await look('select * from schema_migrations order by 1'),
    columns: await look(
      `select table_schema, table_name, column_name, data_type from information_schema.columns
       where table_schema not in ('pg_catalog', 'information_schema', 'pg_toast') order by 1, 2, 3`,
    ),
    roles: await look('select rolname, rolsuper from pg_roles order by 1'),
    functions: await look('select count(*) from pg_proc'),
  };
}

async function judgeLog(databaseUrl: string, from: number, { say }: Stage) {
  const told = { statements: 0, marked: 0, errors: 0 };
  for await (const entry of logEntries(databaseUrl, from)) {
    const isStatement = / LOG: {2}/.test(entry);
    const isError = / (?:ERROR|FATAL|PANIC): {2}/.test(entry);
    const isMarked = entry.includes(MARK);
    if (isStatement) told.statements++;
    if (isError) told.errors++;
    if (isMarked) told.marked++;
    if ((isError && told.errors <= MAX_TOLD) || (isMarked && told.marked <= MAX_TOLD))
      say(entry.slice(0, 500));
  }
  return told;
}

function all(what: string, count: number, of: number): Figure {
  return { what, value: `${count} of ${of}`, limit: 'all', passed: count === of };
}
