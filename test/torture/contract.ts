import { openJournal } from '../support/journal.ts';
import { atLeast, type Figure, none, type ReliabilityPromise } from './promise.ts';
import { operations } from './support/api-document.ts';
import { type Finding, type FuzzEntry, fuzzContract } from './support/contract-fuzz.ts';
import { startFuzzedService } from './support/fuzzed-service.ts';
import { runSchemathesis } from './support/schemathesis.ts';

const REQUESTS = { full: 100_000, quick: 2000 };

/**
 * The number of organizations. The requests of each are sent one after the other, those of different ones concurrently.
 */
const TENANTS = { full: 6, quick: 3 };

/**
 * The number of operations that have to succeed, and how often: a refused request tests only the check that refuses it.
 * Some operations need a resource in a certain state, which few requests find.
 */
const DONE = {
  full: { operations: operations.length, times: 25 },
  quick: { operations: operations.length - 10, times: 1 },
};

export const contract: ReliabilityPromise = {
  number: 22,
  name: 'contract',
  harm: 'requests generated from openapi.json: valid, with one fault, and arbitrary',
  async run(stage) {
    const form = stage.full ? 'full' : 'quick';
    const journal = await openJournal<FuzzEntry>();
    try {
      const findings = await fuzz(journal, TENANTS[form], REQUESTS[form], stage.seed);
      for (const { kind, message, smallest, seed } of findings) {
        stage.say(`${kind}: ${message}\nseed ${seed}; the smallest request that gives it:\n${smallest}`);
      }
      const figures = judge(journal.read(), findings, REQUESTS[form], DONE[form], stage.say);
      return stage.full ? [...figures, ...(await runSchemathesis(stage))] : figures;
    } finally {
      await journal.remove();
    }
  },
};

async function fuzz(
  journal: Awaited<ReturnType<typeof openJournal<FuzzEntry>>>,
  count: number,
  requests: number,
  seed: number,
): Promise<Finding[]> {
  const service = await startFuzzedService();
  try {
    const tenants = [];
    for (let made = 0; made < count; made++) tenants.push(await service.makeTenant());
    const { sender } = service;
    const each = Math.ceil(requests / count);
    const findings: Finding[] = [];
    await Promise.all(
      tenants.map((tenant, number) =>
        fuzzContract({
          tenant,
          sender,
          journal,
          number,
          requests: each,
          seed: seed + number * 1000,
          findings,
        }),
      ),
    );
    return findings;
  } finally {
    await service.stop();
  }
}

function judge(
  entries: FuzzEntry[],
  findings: Finding[],
  requests: number,
  least: { operations: number; times: number },
  say: (line: string) => void,
): Figure[] {
  const count = (kind: FuzzEntry['fault']) => entries.filter(({ fault }) => fault === kind).length;
  const done = new Map(operations.map(({ id }) => [id, 0]));
  for (const { operation, status } of entries) {
    if (status >= 200 && status < 300) done.set(operation, done.get(operation)! + 1);
  }
  const fewest = [...done].sort(([, a], [, b]) => a - b);
  say(
    `done least often: ${fewest
      .slice(0, 10)
      .map(([id, times]) => `${id} ${times}`)
      .join(', ')}`,
  );
  const often = fewest.filter(([, times]) => times >= least.times);
  const answered = entries.filter(({ status }) => status > 0);
  return [
    atLeast('requests answered', answered.length, requests),
    none('answers of 5xx', count('answer of 5xx')),
    none('undocumented statuses', count('undocumented status')),
    none('answers off their schema', count('answer off its schema')),
    none('requests without an answer', count('no answer')),
    none('requests with one thing wrong that were taken', count('taken though wrong')),
    atLeast('operations asked for', new Set(entries.map((one) => one.operation)).size, operations.length),
    atLeast(`operations answered 2xx ${least.times} times or more`, often.length, least.operations),
    none('kinds of faults', findings.length),
  ];
}
