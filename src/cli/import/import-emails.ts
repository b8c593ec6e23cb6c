import type { Beside } from '../../domain/meetings/files/meetings-of-file.ts';
import { Fault } from '../../lib/faults.ts';
import { forEach } from '../../lib/for-each.ts';
import { readBytes } from '../read-text-file.ts';
import { Claims, type FileClaim, identityOfEmail, Turnstile } from './claims.ts';
import { emailOfFile } from './email-of-file.ts';
import { type Refusal, refusalFromFault } from './journal.ts';
import type { ImportSource } from './sources.ts';
import type { TakeEmail, TakenEmail } from './take-email.ts';

/** Mail services take attachments of 25 MiB, which are a third larger in the file. */
const MAX_EML_BYTES = 40 * 1024 * 1024;

/** The outcome of importing the e-mail in a file. */
export type EmailOutcome = {
  source: ImportSource;
  taken?: TakenEmail;
  notTaken?: Refusal;
  warnings: string[];
};

export type EmailsRun = {
  take: TakeEmail;
  concurrency: number;
  signal: AbortSignal;
  besideOf(source: ImportSource): Promise<Beside>;
  onDone(outcome: EmailOutcome): Promise<void>;
};

/**
 * Imports the e-mails of files. They pass a turnstile in the order of the files, because copies of one e-mail have different
 * names, and every run should import the same one first.
 * @throws what makes going on useless, as a database that cannot be reached
 */
export async function importEmails(sources: readonly ImportSource[], run: EmailsRun): Promise<void> {
  const { concurrency, signal } = run;
  const held = { claims: new Claims(), turnstile: new Turnstile() };
  await forEach(sources, { concurrency, signal }, async (source) => {
    const outcome: EmailOutcome = { source, warnings: [] };
    try {
      await importEmail(outcome, run, held);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      outcome.notTaken = refusalFromFault(error);
    }
    await run.onDone(outcome);
  });
}

async function importEmail(
  outcome: EmailOutcome,
  run: EmailsRun,
  { claims, turnstile }: { claims: Claims; turnstile: Turnstile },
): Promise<void> {
  const { source } = outcome;
  const place = turnstile.join();
  try {
    const bytes = source.archived
      ? await source.archived.read(MAX_EML_BYTES)
      : await readBytes(source.path, MAX_EML_BYTES);
    const { email, warnings } = await emailOfFile(bytes, await run.besideOf(source));
    outcome.warnings = warnings;
    await place.turn;
    const claim = await claims.claim(identityOfEmail(email), source.name);
    // With an id of its own it may take that of an earlier copy: which one does must not be left to chance.
    if (email.body.email.id === undefined) place.pass();
    // Either of the two may be stored already, so that the other one's id alone would not part them.
    outcome.taken = await takeClaimed(claim, (rules) => run.take(email, rules));
  } finally {
    await place.turn;
    place.pass();
  }
}

/** Refuses what the run has from elsewhere with other content: at every run, the last would win anew. */
async function takeClaimed<Result>(
  { earlierFile, settle }: FileClaim,
  take: (rules: { mayUpdate: boolean }) => Promise<Result>,
): Promise<Result> {
  try {
    const taken = await take({ mayUpdate: earlierFile === undefined });
    settle(true);
    return taken;
  } catch (error) {
    settle(false);
    if (!(error instanceof Fault) || error.kind !== 'conflict' || earlierFile === undefined) throw error;
    throw new Fault('conflict', `${earlierFile} has ${error.message}; give each an externalId in a manifest`);
  }
}
