import { listSignalVersions, MAX_SHOWN_VERSIONS } from '../domain/signals/list-signals.ts';
import { presentSignalVersion } from '../domain/signals/present-signal.ts';
import { defineEndpoint } from './define-endpoint.ts';
import { signalIdParam } from './schemas/evidence.ts';
import { SignalVersionList, signalVersionListExample } from './schemas/signal.ts';

export const listSignalVersionsEndpoint = defineEndpoint({
  operationId: 'listSignalVersions',
  address: 'api',
  method: 'GET',
  path: '/v1/signals/{id}/versions',
  // Beside /admin/v1/signals/backtests/{id} it was ambiguous.
  formerPath: '/admin/v1/signals/{id}/versions',
  scope: 'admin',
  tag: 'Signals',
  summary: 'List the versions of a signal',
  description: `Returns the versions of the signal's prompt, phrases, saidBy and follow-up prompts, newest first, ${MAX_SHOWN_VERSIONS} at most.`,
  params: { id: signalIdParam },
  answers: {
    200: { description: 'The versions.', schema: SignalVersionList, example: signalVersionListExample },
    404: { description: 'The organization has no such signal.' },
  },
  async handle({ params, caller }, { db }) {
    const versions = await listSignalVersions(db, caller.organizationId, params.id);
    return { status: 200, body: { versions: versions.map(presentSignalVersion) } };
  },
});
