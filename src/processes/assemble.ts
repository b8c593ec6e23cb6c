import packageJson from '../../package.json' with { type: 'json' };
import { measureProvider } from '../ai/measure-provider.ts';
import type { Config } from '../config.ts';
import type { ReadNodes } from '../db/citus/read-nodes.ts';
import type { Database } from '../db/database.ts';
import { readState } from '../db/database-state.ts';
import { knownMigrations } from '../db/migrate.ts';
import type { ReadReplicas } from '../db/read-replicas.ts';
import { ASKS } from '../domain/ask/ask.ts';
import { createChangeFeed } from '../domain/changes/change-feed.ts';
import { createKeyVerifier } from '../domain/keys/verify-key.ts';
import { createIngestGroups } from '../domain/meetings/bulk/ingest-groups.ts';
import { MAX_MOMENT_SEARCHES } from '../domain/moments/search-moments.ts';
import { createSessions } from '../domain/sessions/sessions.ts';
import { MAX_TRIED_BYTES } from '../domain/signals/try-signal.ts';
import { createStorageQuota } from '../domain/storage/storage-quota.ts';
import { BULK_GROUPS } from '../endpoints/bulk/load-lines.ts';
import { createLinePreparation } from '../endpoints/bulk/prepare-lines.ts';
import type { Deps } from '../endpoints/define-endpoint.ts';
import { createDocsFiles } from '../endpoints/docs-files.ts';
import { endpoints } from '../endpoints/index.ts';
import { openApiDocument } from '../endpoints/openapi-document.ts';
import { type Admission, createAdmission } from '../http/admission.ts';
import type { Access } from '../http/app-parts.ts';
import { createKeptAnswers, type KeptAnswers } from '../http/kept-answers.ts';
import { createRateLimit } from '../http/rate-limit.ts';
import { createSessionCookies } from '../http/session-cookie.ts';
import type { Log } from '../lib/log.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Traces } from '../lib/traces.ts';
import { createAi } from './ai.ts';
import type { Connected } from './connect.ts';
import { openConsole } from './console-files.ts';
import { createHealth } from './health.ts';
import { createMetricsPage, measureProcess, readMetrics } from './metrics-page.ts';
import { createPostWebhook } from './post-webhook.ts';
import type { Seat } from './seat.ts';
import { createSignIns } from './sign-ins.ts';

/** The things that a process has before its parts are assembled. */
export type Surroundings = {
  database: Connected;
  stores: Pick<Deps, 'blobs' | 'files' | 'blobOwner'>;
  /** Undefined if they are off. */
  traces: Traces | undefined;
  /** The URLs of the listeners as seen from outside. */
  urls: { publicUrl: string; receiverUrl: string };
  metrics: Metrics;
  replicas: ReadReplicas | undefined;
  isStopping: () => boolean;
  /** Is given if the process is one of several. */
  seat?: Seat | undefined;
};

/**
 * Creates what the listeners of a process share.
 * @returns `parts` of each listener, the ones that only the API has besides (`forBrowsers`), and the sign-ins and the feed, to be closed
 */
export async function assemble(
  config: Config,
  log: Log,
  {
    database: { db, queue, signals, trouble, readNodes },
    stores,
    traces,
    urls,
    metrics,
    replicas,
    isStopping,
    seat,
  }: Surroundings,
) {
  showSettings(config, metrics);
  const authenticate = await createKeyVerifier(db, log);
  const sessions = createSessions(db, authenticate, log);
  const cookies = createSessionCookies(urls.publicUrl, config.publicUrl !== undefined);
  const signIns = createSignIns({
    db,
    sessions,
    verifyKey: authenticate,
    metrics,
    log,
    counts: seat?.counts,
  });
  const consoleFiles = openConsole(stores.blobs);
  const admission = createAdmission();
  const changeFeed = createChangeFeed(db, signals, log, config.maxConnections);
  const ai = measureProvider(await createAi(config.ai), { metrics, traces, prices: config.ai.prices });
  const measured = { ...stores, db, ai, dataDir: config.dataDir, replicas };
  const deps: Deps = {
    ...stores,
    db,
    queue,
    changeFeed,
    fetchAllow: config.fetchAllow,
    postWebhook: createPostWebhook(config.fetchAllow, log),
    metrics,
    ai,
    aiSettings: config.ai,
    quota: createStorageQuota(db, config.organizationBytes),
    tries: admission.createSemaphore(MAX_TRIED_BYTES),
    searches: admission.createSemaphore(MAX_MOMENT_SEARCHES),
    ...bulkParts(admission),
    asks: admission.createSharedSemaphore(ASKS),
    maxRecordingBytes: config.maxRecordingBytes,
    exportDays: config.exportDays,
    auditReads: config.auditReads,
    health: createHealth(db, await knownMigrations(), isStopping, { ...stores, trouble, seat }),
    docsFiles: createDocsFiles(openApiDocument(urls.publicUrl, urls.receiverUrl)),
    metricsPage: createMetricsPage(seat?.metrics ?? (() => readMetrics(measured, metrics)), config.metricsMs),
    publicUrl: urls.publicUrl,
    receiverUrl: urls.receiverUrl,
    sessions,
    signIns,
    cookies,
    consoleFiles,
  };
  seat?.report({
    health: async () => ({
      obstacle: await deps.health.obstacle(),
      warnings: await deps.health.warnings(),
    }),
    metrics: async () => {
      await measureProcess(measured, metrics);
      return metrics.registry.getMetricsAsJSON();
    },
  });
  const shared = { name: 'requests of keys', counts: seat?.counts };
  const parts = {
    endpoints,
    deps,
    depsOf: sharesOf(deps, { readNodes, replicas }),
    authenticate,
    rateLimit: config.rateLimit === undefined ? undefined : createRateLimit(config.rateLimit, { shared }),
    admission,
    keptAnswers: openKeptAnswers(config, { db, readNodes, metrics }),
    maxConnections: config.maxConnections,
    processes: seat?.processes,
    log,
    metrics,
    traces,
    isStopping,
    isDatabaseFull: db.disk.isFull,
    receiverUrl: urls.receiverUrl,
  };
  // The receiver has none of these, because browsers send cookies to every port of a host.
  const forBrowsers = { sessions: { verify: sessions.verify, cookies }, page: consoleFiles.page };
  return { parts, forBrowsers, signIns, changeFeed };
}

const DEFAULT_KEPT_ANSWER_BYTES = 16 * 1024 * 1024;

function openKeptAnswers(
  { keptAnswerBytes = DEFAULT_KEPT_ANSWER_BYTES }: Config,
  { db, readNodes, metrics }: { db: Database; readNodes: ReadNodes | undefined; metrics: Metrics },
): KeptAnswers | undefined {
  // On a cluster, the state of one server tells nothing of the others.
  if (keptAnswerBytes === 0 || readNodes) return undefined;
  const count = () => metrics.keptAnswers.inc();
  return createKeptAnswers(keptAnswerBytes, () => readState(db.quick), count);
}

/** The limits and threads that requests with many meetings share. */
function bulkParts({
  createSharedSemaphore,
}: Admission): Pick<Deps, 'ingestGroups' | 'bulkGroups' | 'linePreparation'> {
  return {
    ingestGroups: createIngestGroups(),
    bulkGroups: createSharedSemaphore(BULK_GROUPS),
    linePreparation: createLinePreparation(),
  };
}

/** Metrics of a fleet tell versions and roles apart by this. */
function showSettings({ roles, ai }: Config, { info }: Metrics): void {
  const labels = { version: packageJson.version, roles: [...roles].join(','), ai_provider: ai.provider };
  info.set({ ...labels, ai_model: ai.model ?? '' }, 1);
}

/** Organizations whose dependencies are kept; beyond it all are created anew. */
const MAX_SHARES = 10_000;

/**
 * Returns the dependencies for a request of an organization, with its view of the database; for a request that only reads,
 * one that asks the organization's node, or may ask the replicas.
 */
function sharesOf(
  deps: Deps,
  { readNodes, replicas }: { readNodes: ReadNodes | undefined; replicas: ReadReplicas | undefined },
): (organizationId: number, access: Access) => Deps {
  const shares = new Map<number, Deps>();
  const shareOf = (organizationId: number) => {
    const known = shares.get(organizationId);
    if (known) return known;
    if (shares.size >= MAX_SHARES) shares.clear();
    const db = deps.db.of(organizationId);
    const share = { ...deps, db, reads: readNodes?.viewFor(db, organizationId).quick };
    shares.set(organizationId, share);
    return share;
  };
  return (organizationId, access) => {
    const share = shareOf(organizationId);
    const readers =
      access === 'writes' ? undefined : (readNodes ?? (access === 'reads anywhere' ? replicas : undefined));
    return readers ? { ...share, db: readers.viewFor(share.db, organizationId) } : share;
  };
}
