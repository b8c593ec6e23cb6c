import { Tables } from '../http/tenants.ts';
import { seededRandom } from '../support/random.ts';
import { atLeast, type Figure, none, type ReliabilityPromise, type Stage } from './promise.ts';
import { answerFaults } from './support/answer-faults.ts';
import { type Operation, operations } from './support/api-document.ts';
import { type FuzzedService, startFuzzedService } from './support/fuzzed-service.ts';
import type { FuzzingTenant } from './support/fuzzing-tenant.ts';
import type { WireAnswer } from './support/http-exchange.ts';
import { plainRequest } from './support/plain-request.ts';
import type { Draft } from './support/request-draft.ts';

/** Additions to a type with which the header means the same, or is invalid. */
const ENDS = [
  ...[
    '',
    ';',
    ' ;',
    '; charset=utf-8',
    ';charset=UTF-8',
    '; charset="utf-8"',
    ';\tcharset=utf8',
    '; Charset=utf-8',
  ],
  ...['; profile="a;b"', '; version=1; charset=utf-8', '; boundary=x', ';;', '; q=1', ' ; a=b ; c="d\\"e"'],
];

/** Additions with which the body is in another encoding than it seems, or the header is ambiguous. */
const WRONG_ENDS = [
  '; charset=latin1',
  '; charset=utf-16',
  '; charset=utf-7',
  '; charset=',
  '; charset=utf-8; charset=latin1',
  ', text/plain',
  ' x',
];

/** Other types, and invalid ones; no JSON operation accepts them. */
const OTHERS = [
  ...[
    '',
    ' ',
    ';',
    '/',
    '*/*',
    'application/*',
    '*',
    'json',
    'text/json',
    'text/plain',
    'text/html',
    'application/jsonp',
  ],
  ...[
    'application/json5',
    'application/x-json',
    'xapplication/json',
    'application/problem+json',
    'application/ json',
  ],
  ...[
    'application /json',
    'application/json\u00a0',

    'text/plain; application/json',
    'image/png',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/octet-streams',
  ],
];

const ROUNDS = { full: 40, quick: 4 };

export const contentType: ReliabilityPromise = {
  number: 17,
  name: 'content-type',
  harm: 'Content-Type in unusual case, spacing and parameters, with valid and invalid bodies, for every operation with a body',
  async run(stage) {
    const service = await startFuzzedService();
    const tables = await Tables.open(service.databaseUrl);
    try {
      const caller = await service.makeTenant();
      await service.restart({ PARLEY_ROLES: 'api,receiver' });
      const sent = await sendEvery(service, caller, stage);
      return [...sent, ...(await sendOthers(service, caller, tables, stage))];
    } finally {
      await tables.close();
      await service.stop();
    }
  },
};

/** Returns true if a wrong body was refused. A recording may have any content, so that only its type can be checked. */
function isRefused({ id }: Operation, { status, bytes }: WireAnswer): boolean {
  if (status >= 400 || id === 'uploadRecording') return true;
  // Each line of a bulk ingest is answered for itself.
  return id === 'ingestMeetings' && /^\{"line":1,"error":"[^\n]*","status":4\d\d\}\n$/.test(bytes.toString());
}

const withBody = operations.filter(({ contents }) => Object.keys(contents).length > 0);

/** Sends every spelling of an operation's type: a wrong body is refused, a right one is read as JSON or not at all. */
async function sendEvery(service: FuzzedService, caller: FuzzingTenant, stage: Stage): Promise<Figure[]> {
  const random = seededRandom(stage.seed);
  const told = { right: 0, wrong: 0, passed: 0, refused: 0, broken: 0 };
  const tell = (count: 'passed' | 'refused' | 'broken', at: string, { status, bytes }: WireAnswer) => {
    if (told[count]++ < 5) stage.say(`${count}: ${at}: ${status} ${bytes.toString('utf8', 0, 300)}`);
  };
  for (const operation of withBody) {
    for (const { type, isRight } of spellings(operation, random, ROUNDS[stage.full ? 'full' : 'quick'])) {
      const at = `${operation.id} as ${JSON.stringify(type)}`;
      const wrong = await send(service, caller, operation, (draft) => {
        draft.content!.type = type;
        draft.content!.raw = WRONG_BODY;
        if (operation.id === 'importMeeting') draft.query = [['fileName', 'wrong.json']];
      });
      told.wrong++;
      if (isBroken(operation, wrong)) tell('broken', at, wrong);
      if (!isRefused(operation, wrong)) tell('passed', at, wrong);
      const right = await send(service, caller, operation, (draft) => {
        draft.content!.type = type;
      });
      told.right++;
      if (isBroken(operation, right)) tell('broken', at, right);
      if (isRight && right.status === 415) tell('refused', at, right);
    }
  }
  return [
    {
      what: 'operations that take a body',
      value: `${withBody.length}`,
      limit: '> 0',
      passed: withBody.length > 0,
    },
    atLeast('wrong bodies sent under spellings of a type', told.wrong, withBody.length * ENDS.length),
    none('wrong bodies that passed', told.passed),
    none('right bodies refused for the spelling of a right type', told.refused),
    none('answers of 5xx, or off the contract', told.broken),
  ];
}

/** Sends other types, which every JSON operation refuses with 415 and without effect. */
async function sendOthers(
  service: FuzzedService,
  caller: FuzzingTenant,
  tables: Tables,
  stage: Stage,
): Promise<Figure[]> {
  const [before] = await tables.settledRowsOf([caller.organizationId]);
  let [sent, taken] = [0, 0];
  for (const operation of withBody.filter(takesJson)) {
    const types = [...OTHERS, ...WRONG_ENDS.map((end) => `application/json${end}`)];
    for (const type of types) {
      const answer = await send(service, caller, operation, (draft) => {
        draft.content!.type = type;
      });
      sent++;
      if (answer.status === 415) continue;
      if (taken++ < 5) stage.say(`${operation.id} as ${JSON.stringify(type)} answered ${answer.status}`);
    }
  }
  const [after] = await tables.settledRowsOf([caller.organizationId]);
  const changed = Object.keys(before!).filter((table) => `${before![table]}` !== `${after![table]}`);
  for (const table of changed) stage.say(`changed: ${table}`);
  return [
    atLeast('bodies of other types sent', sent, OTHERS.length),
    none('of them not answered 415', taken),
    none('tables that they changed', changed.length),
  ];
}

function takesJson({ contents }: Operation): boolean {
  return (
    contents['application/json'] !== undefined && contents['application/json'].schema.format !== 'binary'
  );
}

/** Returns a type in every permitted spelling, and some that mean something else. */
function* spellings(operation: Operation, random: () => number, rounds: number) {
  for (const declared of Object.keys(operation.contents)) {
    const type = declared.replace('*', 'mpeg');
    for (const end of ENDS) yield { type: type + end, isRight: true };
    for (const end of WRONG_ENDS) yield { type: type + end, isRight: false };
    for (let round = 0; round < rounds; round++) {
      const cased = [...type].map((char) => (random() < 0.5 ? char.toUpperCase() : char)).join('');
      const end = ENDS[Math.floor(random() * ENDS.length)]!;
      yield { type: `${' '.repeat(random() * 3)}${cased}${end}`, isRight: true };
    }
  }
}

/** A body that no operation accepts. */
const WRONG_BODY = '[{}]';

function isBroken(operation: Operation, answer: WireAnswer): boolean {
  const { method, address, path } = operation;
  const target = path.replaceAll(/\{\w+\}/g, '1');
  return answerFaults({ method, address, target, headers: {} }, answer).length > 0;
}

function send(
  service: FuzzedService,
  caller: FuzzingTenant,
  operation: Operation,
  apply: (draft: Draft) => void,
): Promise<WireAnswer> {
  const request = caller.write({
    draft: plainRequest(operation),
    twist: { name: 'type', isWrong: false, apply },
  });
  return service.sender.send(request);
}
