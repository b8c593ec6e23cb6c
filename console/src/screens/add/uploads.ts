import type { components } from '@parley/client';
import { useSyncExternalStore } from 'react';
import { api, messageOf, ParleyError, queryClient, unwrap } from '../../api.ts';
import { type Defaults, type Details, importQuery, lacksOf } from './details.ts';
import { type Accepted, type FileFormat, formatOf, refusalOf } from './file-facts.ts';

/** The API's response for an imported file. */
export type Imported = components['schemas']['ImportedMeeting'];

/** The outcome for one of several meetings in a file. */
export type Outcome = components['schemas']['ImportOutcome'];

/**
 * A file in the list. `refused` can never be sent; `failed` may be tried again, and so may `partly`: some of its meetings are
 * stored, and sending them again changes nothing.
 */
export interface Upload {
  id: number;
  file: File;
  /** Undefined for a file that is not accepted. */
  format: FileFormat | undefined;
  details: Details;
  state: 'ready' | 'waiting' | 'sending' | 'done' | 'partly' | 'failed' | 'refused';
  /** The reason for which it was refused or failed. */
  fault?: string;
  imported?: Imported;
}

/** The list and what counts for all of it. It outlives the screen: files go on while one looks at others. */
export interface Uploads {
  files: readonly Upload[];
  defaults: Defaults;
}

/** The number of parallel uploads, low enough to leave capacity for other clients. */
const CONCURRENCY = 2;

const TIMEOUT_MS = 120_000;

const EMPTY: Uploads = { files: [], defaults: { process: true } };

let uploads: Uploads = EMPTY;
let owner: string | undefined;
let nextId = 1;
const running = new Map<number, AbortController>();
const watchers = new Set<() => void>();

function set(next: Uploads): void {
  uploads = next;
  for (const notify of watchers) notify();
}

function change(id: number, patch: Partial<Upload>): void {
  set({ ...uploads, files: uploads.files.map((one) => (one.id === id ? { ...one, ...patch } : one)) });
}

/** The list as it is; a component that uses it renders again when it changes. */
export function useUploads(): Uploads {
  return useSyncExternalStore(
    (notify) => {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    () => uploads,
  );
}

/** Clears the list if someone else has signed in since the files were added. */
export function belongTo(who: string): void {
  if (owner !== undefined && owner !== who) {
    cancelAll();
    set(EMPTY);
  }
  owner = who;
}

/** Adds files to the list; one that is there already, unsent and unchanged, is not added twice. */
export function addFiles(files: readonly File[], accepted: Accepted): void {
  const isThere = (file: File) =>
    uploads.files.some(
      (one) =>
        one.state !== 'done' &&
        one.file.name === file.name &&
        one.file.size === file.size &&
        one.file.lastModified === file.lastModified,
    );
  const added = files
    .filter((file) => !isThere(file))
    .map((file): Upload => {
      const fault = refusalOf(file, accepted);
      const format = formatOf(file.name, accepted);
      nextId += 1;
      return { id: nextId, file, format, details: {}, state: fault ? 'refused' : 'ready', fault };
    });
  set({ ...uploads, files: [...uploads.files, ...added] });
}

/** Changes what is said beside one file. */
export function setDetails(id: number, patch: Details): void {
  const found = uploads.files.find((one) => one.id === id);
  if (found) change(id, { details: { ...found.details, ...patch } });
}

/** Changes what counts for all files. */
export function setDefaults(patch: Partial<Defaults>): void {
  set({ ...uploads, defaults: { ...uploads.defaults, ...patch } });
}

/** Takes a file out of the list; one that is being sent is stopped. */
export function removeFile(id: number): void {
  running.get(id)?.abort();
  set({ ...uploads, files: uploads.files.filter((one) => one.id !== id) });
}

/** Takes out what is done. */
export function clearDone(): void {
  set({ ...uploads, files: uploads.files.filter(({ state }) => state !== 'done') });
}

/** Tells whether a file can be changed and sent. */
export const isOpen = ({ state }: Upload): boolean =>
  state === 'ready' || state === 'failed' || state === 'partly';

/** Tells whether a file can be sent now. */
export const isSendable = (upload: Upload, defaults: Defaults): boolean =>
  isOpen(upload) && lacksOfUpload(upload, defaults) === undefined;

/** Describes what a file in the list still lacks. */
export const lacksOfUpload = ({ file, format, details }: Upload, defaults: Defaults) =>
  lacksOf({ name: file.name, format }, details, defaults);

/** Sends those of the files that can be sent. */
export function send(ids: readonly number[]): void {
  const files = uploads.files.map((one): Upload => {
    return ids.includes(one.id) && isSendable(one, uploads.defaults)
      ? { ...one, state: 'waiting', fault: undefined, imported: undefined }
      : one;
  });
  set({ ...uploads, files });
  pump();
}

/** Stops a file that waits or is being sent; it can be sent later. */
export function cancel(id: number): void {
  running.get(id)?.abort();
  change(id, { state: 'ready' });
}

/** Stops all that wait or are being sent. */
export function cancelAll(): void {
  for (const { id, state } of uploads.files) {
    if (state === 'waiting' || state === 'sending') cancel(id);
  }
}

function pump(): void {
  while (running.size < CONCURRENCY) {
    const next = uploads.files.find(({ state }) => state === 'waiting');
    if (!next) break;
    void sendOne(next);
  }
  // Lists, charts and counts all know more now.
  if (running.size === 0) void queryClient.invalidateQueries();
}

async function sendOne({ id, file, details }: Upload): Promise<void> {
  const controller = new AbortController();
  running.set(id, controller);
  change(id, { state: 'sending' });
  try {
    const query = importQuery(file.name, details, uploads.defaults);
    const call = api.POST('/v1/meetings/import', {
      params: { query },
      body: file,
      headers: { 'Content-Type': 'application/octet-stream' },
      signal: controller.signal,
      timeoutMs: TIMEOUT_MS,
    });
    const imported = (await unwrap(call)) as Imported;
    change(id, { state: refusalsOf(imported).length > 0 ? 'partly' : 'done', imported });
  } catch (error) {
    if (!controller.signal.aborted) change(id, { state: 'failed', fault: faultOf(error, file.name) });
  } finally {
    running.delete(id);
    pump();
  }
}

/** The meetings of a file that were not stored. */
export const refusalsOf = ({ meetings = [] }: Imported): Outcome[] =>
  meetings.filter(({ error }) => error !== undefined);

/** The name stands beside it already. */
function faultOf(error: unknown, name: string): string {
  const message = messageOf(error);
  const own = message.startsWith(`${name}: `) ? message.slice(name.length + 2) : message;
  const isGone = error instanceof ParleyError && error.status === 0;
  return isGone ? `${own} If the file was moved, choose it again.` : own;
}
