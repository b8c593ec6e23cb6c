import type { components } from '@parley/client';
import { queryOptions } from '@tanstack/react-query';
import { api, unwrap } from '../../api.ts';

type Schemas = components['schemas'];

/** An evaluation that is to be labelled. */
export type ToLabel = Schemas['EvaluationToLabel'];

/** The quality of a version of a signal. */
export type SignalQuality = Schemas['SignalQuality'];

/** An estimate with its interval. */
export type Share = Schemas['Precision'];

/** The evaluations that are labelled: of a signal, or of a backtest of its draft. */
export type LabelSource = { signalId: number; again?: boolean } | { backtestId: number };

/** The evaluations that a screen loads at a time; those that are skipped still have to be labelled. */
const BATCH = 50;

const ENTRIES_AROUND = 11;
/** The entries of a conversation without a quote that are shown at once. */
const ENTRIES_OF_WHOLE = 400;

/** Evaluations to label. The batch makes each a list of its own, which does not change while one works through it. */
export const toLabelQuery = (source: LabelSource, batch: number) =>
  queryOptions({
    queryKey: ['labels', 'waiting', source, batch],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    queryFn: async ({ signal }): Promise<ToLabel[]> => {
      if ('backtestId' in source) {
        const params = { path: { id: source.backtestId }, query: { limit: BATCH } };
        const path = '/admin/v1/signals/backtests/{id}/results/to-label';
        return (await unwrap(api.GET(path, { params, signal }))).evaluations;
      }
      const { signalId, again = false } = source;
      const params = { path: { promptId: signalId }, query: { limit: BATCH, again } };
      const path = '/v1/signals/{promptId}/evaluations/to-label';
      return (await unwrap(api.GET(path, { params, signal }))).evaluations;
    },
  });

/** The quality of a version of a signal; without one, of the current version. */
export const qualityQuery = (signalId: number, version?: number) =>
  queryOptions({
    queryKey: ['signals', signalId, 'quality', version],
    queryFn: ({ signal }) => {
      const params = { path: { promptId: signalId }, query: version === undefined ? {} : { version } };
      return unwrap(api.GET('/v1/signals/{promptId}/quality', { params, signal }));
    },
  });

/** An entry of a transcript, or a paragraph of an e-mail. */
export interface Line {
  index: number;
  speaker?: string;
  seconds?: number;
  text: string;
}

/** The words around a quote of a meeting; without a quote, the meeting from its beginning. */
export const surroundingsQuery = (meetingId: number, around: number | undefined) =>
  queryOptions({
    queryKey: ['meetings', 'surroundings', meetingId, around],
    queryFn: async ({ signal }): Promise<{ lines: Line[]; isWhole: boolean }> => {
      const query =
        around === undefined ? { entries: ENTRIES_OF_WHOLE } : { around, entries: ENTRIES_AROUND };
      const params = { path: { id: meetingId }, query };
      const found = await unwrap(api.GET('/v1/meetings/{id}/transcript', { params, signal }));
      const { entries, next } = found as Schemas['Transcript'];
      const lines = entries.map(({ entryIndex, speaker, timestampSeconds, text }): Line => {
        return { index: entryIndex, speaker: speaker?.name, seconds: timestampSeconds, text };
      });
      return { lines, isWhole: around === undefined && next === undefined };
    },
  });

/** The words of an e-mail. */
export const emailTextQuery = (id: number) =>
  queryOptions({
    queryKey: ['emails', id, 'text'],
    queryFn: async ({ signal }) => {
      const email = await unwrap(api.GET('/v1/emails/{id}', { params: { path: { id } }, signal }));
      return email.text ?? '';
    },
  });
