import type { Database } from '../db/database.ts';
import { isMigrated } from '../db/migrate.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';

/**
 * Makes what /readyz asks: whether the database answers, on a connection that no request can hold up, and its schema is
 * current. Being busy is no obstacle: who finds no room is answered 503 by itself, and the rest is served.
 * @param known the migrations that this version needs
 * @param trouble what is the matter with a database that this process looks after itself
 */
export function createHealth(
  db: Pick<Database, 'probe'>,
  known: readonly string[],
  isStopping: () => boolean,
  trouble: () => string | undefined = () => undefined,
): Deps['health'] {
  // Whoever asks while another one does shares its answer: anybody may ask, and as often as he likes.
  let asked: Promise<boolean> | undefined;
  const isCurrent = () => {
    asked ??= isMigrated(db.probe, known).finally(() => {
      asked = undefined;
    });
    return asked;
  };
  return {
    async obstacle() {
      if (isStopping()) return 'The process is stopping';
      const obstacle = trouble();
      if (obstacle !== undefined) return obstacle;
      return (await isCurrent()) ? undefined : 'The database schema is not current';
    },
  };
}
