import type { Command } from 'commander';
import { listSigningKeys, removeSigningKey, rotateSigningKey } from '../domain/recordings/signing-keys.ts';
import { Fault } from '../lib/faults.ts';
import { formatDateTime } from '../lib/time.ts';
import type { CliContext } from './context.ts';
import { wholeNumber } from './options.ts';
import { table } from './output.ts';

/** `parley signing-keys list|rotate|remove` */
export function addSigningKeys(program: Command, { withDatabase, print }: CliContext): void {
  const keys = program
    .command('signing-keys')
    .description('Manage the keys that sign download URLs of recordings in the data directory.')
    .addHelpText('after', '\nExample:\n  parley signing-keys rotate');

  keys
    .command('list')
    .description('List the keys, newest first. The newest signs URLs; all of them verify URLs.')
    .addHelpText('after', '\nExample:\n  parley signing-keys list')
    .action(async () => {
      const rows = await withDatabase((db) => listSigningKeys(db));
      print(
        table(
          ['ID', 'CREATED'],
          rows.map((row) => [`${row.id}`, formatDateTime(row.createdAt)]),
        ),
      );
    });

  keys
    .command('rotate')
    .description(
      'Create a new key that signs from now on. URLs that were issued before stay valid until they expire.',
    )
    .addHelpText('after', '\nExample:\n  parley signing-keys rotate')
    .action(async () => {
      print(`Key ${await withDatabase((db) => rotateSigningKey(db))} signs from now on.`);
    });

  keys
    .command('remove')
    .argument('<id>', 'an older key', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .description('Remove an older key. Every URL that it signed becomes invalid.')
    .addHelpText('after', '\nExample:\n  parley signing-keys remove 1')
    .action(async (id: number) => {
      if (!(await withDatabase((db) => removeSigningKey(db, id)))) {
        throw new Fault('missing', `there is no older key ${id}; the newest cannot be removed`);
      }
      print(`Key ${id} is gone.`);
    });
}
