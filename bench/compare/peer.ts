import type { LoadRequest } from '../load/load.ts';
import type { Ask, PageAsk } from '../workloads.ts';

/** The data that is requested. */
export type PeerContext = { url: string; key: string; organizationId: number; signalId: number };

/** The contents of a page, in Parley's terms. */
export type PeerPage = { meetings?: PeerMeeting[]; signals?: object[]; pageCount: number };

export type PeerMeeting = {
  title: string;
  startTime: string;
  transcript?: { entries: PeerEntry[] } | null;
};
type PeerEntry = { text: string; timestampSeconds: number; speaker: { name: string } };

/** Another server of the same data. */
export type Peer = {
  /** The name for --peers. */
  name: string;
  /** The title in the report, without a version. */
  title: string;
  /** Its main package, which determines whether it is installed, and its version. */
  package: string;
  /** The program that Node runs in bench/peers, and the one that it runs to completion before. */
  args: readonly string[];
  prepare?: readonly string[];
  /** Returns its environment. No other program uses `folder`. */
  env(
    context: PeerContext & { database: PeerDatabase; port: number; folder: string },
  ): Record<string, string>;
  readyPath: string;
  request(ask: Ask, context: PeerContext): LoadRequest;
  /** Reads the response to a request for a page. */
  read(answer: Buffer, ask: PageAsk): PeerPage;
};

export type PeerDatabase = { url: string; environment: NodeJS.ProcessEnv };

/** Removes fields that are null: Parley omits absent fields. */
export function withoutNulls(row: object): object {
  return Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
}

/** A peer that serves the data of the stage. */
export type RunningPeer = { peer: Peer; title: string; context: PeerContext; pid: number };
