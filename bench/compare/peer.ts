import type { LoadRequest } from '../load/load.ts';
import type { Ask, PageAsk } from '../workloads.ts';

/** Whose data is asked for. */
export type PeerContext = { url: string; key: string; organizationId: number; signalId: number };

/** What a page holds, in Parley's terms. */
export type PeerPage = { meetings?: PeerMeeting[]; signals?: object[]; pageCount: number };

export type PeerMeeting = {
  title: string;
  startTime: string;
  transcript?: { entries: PeerEntry[] } | null;
};
type PeerEntry = { text: string; timestampSeconds: number; speaker: { name: string } };

/** Another way to serve the same data. */
export type Peer = {
  /** As --peers names it. */
  name: string;
  /** For the report, without its version. */
  title: string;
  /** Its main package, which tells whether it is installed, and its version. */
  package: string;
  /** What Node is to run in bench/peers, and what before it to its end. */
  args: readonly string[];
  prepare?: readonly string[];
  /** Its settings. `folder` is its own. */
  env(
    context: PeerContext & { database: PeerDatabase; port: number; folder: string },
  ): Record<string, string>;
  readyPath: string;
  request(ask: Ask, context: PeerContext): LoadRequest;
  /** Reads an answer to a page. */
  read(answer: Buffer, ask: PageAsk): PeerPage;
};

export type PeerDatabase = { url: string; environment: NodeJS.ProcessEnv };

/** Drops what is null: Parley leaves out what is absent. */
export function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** A peer that serves the data of the stage. */
export type RunningPeer = { peer: Peer; title: string; context: PeerContext; pid: number };
