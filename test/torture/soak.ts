import { createTestDatabase } from '../support/postgres.ts';
import type { Figure, ReliabilityPromise, Stage } from './promise.ts';
import { type SoakForm, soakService } from './support/soaked-service.ts';
import { type StopForm, stopUnderLoad } from './support/stop-under-load.ts';

const KEY = 'a-key-for-those-who-soak-and-stop';

type Form = { soak: SoakForm; stops: StopForm };

const FORMS = {
  full: { soak: { warmSeconds: 60, seconds: 180, clients: 8 }, stops: { stops: 50, clients: 16 } },
  quick: { soak: { warmSeconds: 1.5, seconds: 3, clients: 4 }, stops: { stops: 2, clients: 8 } },
} satisfies Record<string, Form>;

export const soak: ReliabilityPromise = {
  number: 23,
  name: 'soak',
  harm: 'mixed load for several minutes; SIGTERM under load, 50 times',
  run: runSoak,
};

async function runSoak(stage: Stage): Promise<Figure[]> {
  const form: Form = stage.full ? FORMS.full : FORMS.quick;
  const database = await createTestDatabase();
  try {
    return [
      ...(await soakService({ databaseUrl: database.url, key: KEY }, form.soak, stage)),
      ...(await stopUnderLoad({ databaseUrl: database.url, key: KEY }, form.stops, stage)),
    ];
  } finally {
    await database.drop();
  }
}
