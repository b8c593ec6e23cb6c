import type { AiSettings } from '../ai/settings.ts';
import type { AiProvider } from '../ai/types.ts';
import type { FileStore } from '../blobs/files.ts';
import type { DownloadSigner } from '../blobs/signed-downloads.ts';
import type { BlobStore } from '../blobs/types.ts';
import type { Database } from '../db/database.ts';
import type { BlobOwner } from '../domain/blob-claims/blob-owner.ts';
import type { ChangeFeed } from '../domain/changes/change-feed.ts';
import type { NewSession, Sessions } from '../domain/sessions/sessions.ts';
import type { StorageQuota } from '../domain/storage/storage-quota.ts';
import { type Endpoint, endpointMaker } from '../http/endpoint.ts';
import type { KeptFile } from '../http/kept-file.ts';
import type { SessionCookies } from '../http/session-cookie.ts';
import type { StaticFiles } from '../http/static-files.ts';
import type { Metrics } from '../lib/metrics.ts';
import type { Semaphore } from '../lib/semaphore.ts';
import type { Queue } from '../queue/queue.ts';
import type { DocsFiles } from './docs-files.ts';

/** What handlers work with; built by processes/. */
export type Deps = {
  db: Database;
  queue: Queue;
  blobs: BlobStore;
  /** Whether anything may be deleted from the store. */
  blobOwner: BlobOwner;
  /** Where recordings are files of ours: the store that serves them, and who signs their URLs. */
  files: { store: FileStore; signer: DownloadSigner } | undefined;
  /** Largest recording that is taken in. */
  maxRecordingBytes: number;
  /** The quota of each organization. */
  quota: StorageQuota;
  /** Whether reads of transcripts and recordings are audited. */
  auditReads: boolean;
  ai: AiProvider;
  aiSettings: Pick<AiSettings, 'tokensPerDay' | 'prices'>;
  /** Bounds the meetings that drafts are tried on at the same time. */
  tries: Semaphore;
  changeFeed: ChangeFeed;
  metrics: Metrics;
  /**
   * `obstacle`: why requests cannot be served now, or undefined where they can. `warnings`: what an operator has to see to
   * though requests are served, a sentence each.
   */
  health: { obstacle(): Promise<string | undefined>; warnings(): Promise<string[]> };
  /** The page that /metrics answers with. */
  metricsPage(): Promise<KeptFile>;
  docsFiles: DocsFiles;
  receiverUrl: string;
  sessions: Sessions;
  cookies: SessionCookies;
  signIns: {
    /**
     * Begins a session.
     * @throws Fault 401 where the key is not valid, 429 for too many attempts of the address or sessions of the key
     */
    signIn(key: string, by: { peer: string; requestId: string }): Promise<NewSession>;
  };
  consoleFiles: StaticFiles;
};

export const defineEndpoint = endpointMaker<Deps>();

export type ParleyEndpoint = Endpoint<Deps>;
