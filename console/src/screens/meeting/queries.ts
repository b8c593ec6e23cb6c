import { queryOptions } from '@tanstack/react-query';
import { api, ParleyError, unwrap } from '../../api.ts';
import type {
  Entry,
  Evaluations,
  MeetingSummary,
  MeetingVersion,
  MeetingWithRecording,
  Remap,
} from './shapes.ts';

const FETCH_POLL_MS = 5_000;
const PROCESSING_POLL_MS = 2_500;
/** The number of requests for a summary whose processing state is unknown. */
const SUMMARY_TRIES = 18;
/** A transcript does not change while one reads it. */
const MEETING_FRESH_MS = 60_000;

const pathOf = (id: string) => ({ path: { id } });

/** The meeting with its transcript and a link to its recording; asked again while the recording is being fetched. */
export const meetingQuery = (id: string) =>
  queryOptions({
    queryKey: ['meeting', id, 'itself'],
    queryFn: async ({ signal }) => {
      const params = { ...pathOf(id), query: { includeDownloadUrl: true } };
      return (await unwrap(api.GET('/v1/meetings/{id}', { params, signal }))) as MeetingWithRecording;
    },
    staleTime: MEETING_FRESH_MS,
    refetchInterval: ({ state }) => state.data?.recording.state === 'pending' && FETCH_POLL_MS,
  });

/** The evaluations of the meeting and the state of its processing, refreshed until processing has ended. */
export const evaluationsQuery = (id: string) =>
  queryOptions({
    queryKey: ['meeting', id, 'evaluations'],
    queryFn: async ({ signal }): Promise<Evaluations> =>
      unwrap(api.GET('/v1/meetings/{id}/evaluations', { params: pathOf(id), signal })),
    refetchInterval: ({ state }) => isPending(state.data) && PROCESSING_POLL_MS,
  });

const isPending = (data: Evaluations | undefined): boolean =>
  data?.processing.signals === 'pending' || data?.processing.summary === 'pending';

/** The summary; null where there is none, and then asked for again for a while: it may be in the making. */
export const summaryQuery = (id: string) =>
  queryOptions({
    queryKey: ['meeting', id, 'summary'],
    queryFn: async ({ signal }): Promise<MeetingSummary | null> => {
      try {
        return await unwrap(api.GET('/v1/meetings/{id}/summary', { params: pathOf(id), signal }));
      } catch (error) {
        if (error instanceof ParleyError && error.status === 404) return null;
        throw error;
      }
    },
    refetchInterval: ({ state }) =>
      state.data === null && state.dataUpdateCount < SUMMARY_TRIES && PROCESSING_POLL_MS,
  });

/** The history of the meeting's CRM associations, newest first. */
export const remapsQuery = (id: string) =>
  queryOptions({
    queryKey: ['meeting', id, 'remaps'],
    queryFn: async ({ signal }): Promise<Remap[]> =>
      (await unwrap(api.GET('/v1/meetings/{id}/remaps', { params: pathOf(id), signal }))).remaps,
  });

/** The versions of the meeting, newest first. */
export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: ['meeting', id, 'versions'],
    queryFn: async ({ signal }): Promise<MeetingVersion[]> =>
      (await unwrap(api.GET('/v1/meetings/{id}/versions', { params: pathOf(id), signal }))).versions,
  });

/** The meeting as it was in a version. */
export const versionQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['meeting', id, 'versions', version],
    queryFn: async ({ signal }): Promise<MeetingWithRecording> => {
      const params = { path: { id, version } };
      return (await unwrap(
        api.GET('/v1/meetings/{id}/versions/{version}', { params, signal }),
      )) as MeetingWithRecording;
    },
  });

/** The answers to the follow-up prompts of a signal, in the execution evaluated at that moment. */
export const followUpsQuery = (meetingId: string, definitionId: number, evaluatedAt: string) =>
  queryOptions({
    queryKey: ['meeting', meetingId, 'follow-ups', definitionId, evaluatedAt],
    queryFn: async ({ signal }) => {
      const query = { executionFrom: evaluatedAt, executionTo: evaluatedAt, includeFollowUpPrompts: true };
      const params = { path: { definitionId }, query };
      const { signals } = await unwrap(api.GET('/v2/signals/{definitionId}/executions', { params, signal }));
      return signals.find(({ sourceId }) => `${sourceId}` === meetingId)?.followUpPrompts ?? [];
    },
  });

/** The names of API keys, for keys that may read them. They show who requested a remap. */
export const keyNamesQuery = queryOptions({
  queryKey: ['keys', 'names'],
  queryFn: async ({ signal }) => {
    const { keys } = await unwrap(api.GET('/admin/v1/keys', { signal }));
    return new Map(keys.map(({ id, name }) => [id, name]));
  },
});

const NO_ENTRIES: readonly Entry[] = [];

/** The entries of a transcript; none where there is no transcript. */
export const entriesOf = (meeting: MeetingWithRecording): readonly Entry[] =>
  meeting.transcript?.entries ?? NO_ENTRIES;
