import type { AiSettings } from '../ai/settings.ts';
import type { AiProvider } from '../ai/types.ts';
import type { FileStore } from '../blobs/files.ts';
import type { DownloadSigner } from '../blobs/signed-downloads.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Database, Queries } from '../db/database.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import type { ChangeFeed } from '../domain/changes/change-feed.ts';
import type { IngestGroups } from '../domain/meetings/bulk/ingest-groups.ts';
import type { NewSession, Sessions } from '../domain/sessions/sessions.ts';
import type { StorageQuota } from '../domain/storage/storage-quota.ts';
import type { PostGuarded } from '../domain/webhooks/send-message.ts';
import { type Endpoint, endpointMaker } from '../http/endpoint.ts';
import type { KeptFile } from '../http/kept-file.ts';
import type { SessionCookies } from '../http/session-cookie.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Network } from '../lib/guarded-fetch/addresses.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Semaphore } from '../lib/semaphore.ts';
import type { Queue } from '../queue/queue.ts';
import type { LinePreparation } from './bulk/prepare-lines.ts';
import type { DocsFiles } from './docs-files.ts';

/** The dependencies of request handlers, assembled in processes/. */
export type Deps = {
  db: Database;
  /**
   * On a Citus cluster, answers reads of an organization for requests that write, from the organization's node and outside their
   * transaction; undefined otherwise.
   */
  reads?: Queries | undefined;
  queue: Queue;
  blobs: BlobStore;
  /** Determines whether blobs may be deleted from the store. */
  blobOwner: BlobOwner;
  /** If recordings are local files: the store that serves them, and the signer of their URLs. */
  files: { store: FileStore; signer: DownloadSigner } | undefined;
  /** The largest recording that is accepted, in bytes. */
  maxRecordingBytes: number;
  /** The quota of each organization. */
  quota: StorageQuota;
  /** The days for which exports are kept; may be a fraction. */
  exportDays: number;
  /** Whether reads of transcripts, recordings and exports are audited. */
  auditReads: boolean;
  ai: AiProvider;
  aiSettings: Pick<AiSettings, 'tokensPerDay' | 'prices'>;
  /** Bounds the meetings that drafts are tried on at the same time. */
  tries: Semaphore;
  /** Bounds the searches in transcripts that are done at the same time. */
  searches: Semaphore;
  /** Bounds the questions that are answered at the same time. */
  asks: Semaphore;
  /** Ingests single meetings, those at the same time together. */
  ingestGroups: IngestGroups;
  /** Bounds the groups of lines of bulk ingests that are in work at the same time. */
  bulkGroups: Semaphore;
  /** Reads the lines of bulk ingests. */
  linePreparation: LinePreparation;
  changeFeed: ChangeFeed;
  /** Networks that outgoing requests may reach although they are not public. */
  fetchAllow: readonly Network[];
  /** Posts to the URL of a webhook. */
  postWebhook: PostGuarded;
  metrics: Metrics;
  /**
   * `obstacle`: the reason why requests cannot be served now, or undefined if they can. `warnings`: problems that an
   * operator has to solve although requests are served, one sentence each.
   */
  health: { obstacle(): Promise<string | undefined>; warnings(): Promise<string[]> };
  /** Returns the page of /metrics. */
  metricsPage(): Promise<KeptFile>;
  docsFiles: DocsFiles;
  /** The URLs of both listeners as seen from outside. */
  publicUrl: string;
  receiverUrl: string;
  sessions: Sessions;
  cookies: SessionCookies;
  signIns: {
    /**
     * Begins a session.
     * @throws Fault 401 if the key is not valid, 429 for too many attempts of the address or sessions of the key
     */
    signIn(key: string, by: { peer: string; requestId: string }): Promise<NewSession>;
  };
  consoleFiles: StaticFiles;
};

export const defineEndpoint = endpointMaker<Deps>();

export type ParleyEndpoint = Endpoint<Deps>;
