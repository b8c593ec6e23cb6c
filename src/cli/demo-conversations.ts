import type { DemoCompany } from '@parley/demo';
import {
  type LoadedConversations,
  loadConversations,
  nothingLoaded,
} from '../domain/demo/load-conversations.ts';
import type { LoadRules } from '../domain/demo/load-demo.ts';
import type { Opened } from './context.ts';
import { showProgress } from './import/progress.ts';
import { recordRun } from './import/record-run.ts';
import { stopAtSignal } from './import/stop-at-signal.ts';

/** Loads the conversations of the invented company, and shows how far it is. The first SIGINT or SIGTERM stops it. */
export async function showLoad(
  { db, queue }: Opened,
  rules: LoadRules,
  company: DemoCompany,
  onStop: () => void,
): Promise<LoadedConversations> {
  const { organizationId } = rules.actor;
  const progress = showProgress(company.meetings.length + company.emails.length, 'conversations');
  const stop = stopAtSignal(() => {
    progress.stop();
    onStop();
  });
  const loaded = nothingLoaded(company);
  const watch = { signal: stop.signal, onStep: progress.step };
  try {
    await loadConversations({ db, queue }, rules, company, watch, loaded);
  } finally {
    progress.stop();
    stop.release();
    await recordRun(db, organizationId, 'demo.load', { ...loaded.meetings, notTaken: [] });
    await recordRun(db, organizationId, 'demo.load', { ...loaded.emails, notTaken: [] }, 'e-mail');
  }
  return loaded;
}
