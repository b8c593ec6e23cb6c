import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePatchSearch } from '../../parts/index.ts';
import { useCan } from '../../shell/session.ts';
import { useMeetingKeys } from './keys.ts';
import { placeOf } from './marks.ts';
import { createPlayback } from './playback.ts';
import { entriesOf, evaluationsQuery } from './queries.ts';
import type { Scope } from './scope.ts';
import type { MeetingSearch, MeetingTab } from './search.ts';
import type { Evaluation, MeetingWithRecording } from './shapes.ts';
import { clockOf, talkOf } from './talk.ts';
import type { Place, Target } from './transcript.tsx';

const route = getRouteApi('/shell/meetings/$id');

/** The state of the meeting screen. */
export interface MeetingState {
  scope: Scope;
  search: MeetingSearch;
  /** The line to bring into view. */
  target: Target | undefined;
  place: RefObject<Place>;
  /** The way through the quotes of the chosen signal. */
  quote: { at: number; count: number; step: (by: 1 | -1) => void };
  openTab: (tab: MeetingTab) => void;
}

/** Puts together the meeting, its player, the URL and the keys. */
export function useMeeting(meeting: MeetingWithRecording, isWide: boolean): MeetingState {
  const search = route.useSearch();
  const patch = usePatchSearch();
  const entries = entriesOf(meeting);
  const talk = useMemo(() => talkOf(entries), [entries]);
  const [playback] = useState(() =>
    createPlayback(search.t ?? entries[search.entry ?? -1]?.timestampSeconds ?? 0),
  );
  const isPlayable = meeting.recording.state === 'stored' && meeting.downloadUrl !== undefined;
  const { data: evaluations } = useQuery({
    ...evaluationsQuery(meeting.id),
    enabled: useCan('signals:read'),
  });
  const chosen = useMemo(
    () =>
      evaluations?.evaluations.find(({ signalId, state }) => signalId === search.signal && state === 'fired'),
    [evaluations, search.signal],
  );
  const places = useMemo(() => linesOf(chosen, entries), [chosen, entries]);
  const { target, show } = useTargetOf(search, entries);
  const place = useRef<Place>({ asked: 0 });

  const { jump, hear } = useWays({ entries, playback, isPlayable, isWide, show });
  useLinks(search, entries, { playback, show });
  const chooseSignal = useCallback(
    (signal: number | undefined) => {
      const first = linesOf(
        evaluations?.evaluations.find(({ signalId }) => signalId === signal),
        entries,
      )[0];
      // Without a tab in the URL the chosen signal had opened its own, which stays open.
      const tab = search.tab ?? (isWide ? 'signals' : undefined);
      patch({ signal, tab, t: undefined, entry: isWide ? first : undefined }, { replace: true });
      if (isWide && first !== undefined) show(first);
    },
    [evaluations, entries, search.tab, isWide, patch, show],
  );
  useFirstQuote(search, places[0], show);

  const at = Math.max(0, places.indexOf(search.entry ?? -1));
  const step = useCallback(
    (by: 1 | -1) => {
      if (places.length === 0) return;
      const isThere = search.entry === places[at];
      jump(places[(isThere ? at + by + places.length : at) % places.length]!);
    },
    [places, at, search.entry, jump],
  );
  useMeetingKeys(playback, isPlayable, step);

  const scope = useMemo(
    () => ({ meeting, entries, talk, playback, isPlayable, evaluations, chosen, chooseSignal, jump, hear }),
    [meeting, entries, talk, playback, isPlayable, evaluations, chosen, chooseSignal, jump, hear],
  );
  return {
    scope,
    search,
    target,
    place,
    quote: { at, count: places.length, step },
    openTab: (tab) => patch({ tab }, { replace: isWide }),
  };
}

interface Ways extends Pick<Scope, 'entries' | 'playback' | 'isPlayable'> {
  isWide: boolean;
  show: (entry: number, isHeard: boolean) => void;
}

/** The ways to a line, which both leave it in the URL. */
function useWays({ entries, playback, isPlayable, isWide, show }: Ways): Pick<Scope, 'jump' | 'hear'> {
  const patch = usePatchSearch();
  const jump = useCallback(
    (entry: number) => {
      const at = entries[entry]?.timestampSeconds;
      if (isPlayable && at !== undefined) playback.seek(at);
      // On a phone the transcript is another tab, and Back leads to where the quote stood.
      patch({ entry, t: undefined, ...(isWide ? {} : { tab: undefined }) }, { replace: isWide });
      show(entry, isPlayable && at !== undefined);
    },
    [entries, isPlayable, playback, patch, isWide, show],
  );
  const hear = useCallback(
    (entry: number) => {
      const at = entries[entry]?.timestampSeconds;
      if (isPlayable && at !== undefined) playback.play(at);
      patch({ entry, t: undefined }, { replace: true });
    },
    [entries, isPlayable, playback, patch],
  );
  return { jump, hear };
}

/** The lines that the quotes of a signal stand in, in their order, each once. */
function linesOf(evaluation: Evaluation | undefined, entries: Scope['entries']): number[] {
  const lines = evaluation?.quotes.flatMap((quote) => placeOf(quote, entries)?.entry ?? []) ?? [];
  return [...new Set(lines)].sort((a, b) => a - b);
}

/** The line to bring into view: at first the one that the URL names, by itself or by its time. */
function useTargetOf(search: MeetingSearch, entries: Scope['entries']) {
  const [target, setTarget] = useState<Target | undefined>(() => {
    const entry = search.entry ?? (search.t === undefined ? undefined : clockOf(entries)(search.t));
    return entry === undefined || entry >= entries.length ? undefined : { entry, asked: 1, isHeard: true };
  });
  const show = useCallback((entry: number, isHeard = false) => {
    setTarget((last) => ({ entry, asked: (last?.asked ?? 0) + 1, isHeard }));
  }, []);
  return { target, show };
}

/** The mark of a navigation that leads to a place: see momentLink. */
const askedOf = (location: { state: object } | undefined): number | undefined =>
  (location?.state as { asked?: number } | undefined)?.asked;

/**
 * A link that leads to another place of the meeting, such as a result of the search, is followed while the meeting is
 * open; also to the same place once more. Changes of the URL that the screen itself makes bear no such mark.
 */
function useLinks(
  { t, entry }: MeetingSearch,
  entries: Scope['entries'],
  { playback, show }: Pick<Scope, 'playback'> & { show: (entry: number, isHeard: boolean) => void },
): void {
  const first = useRouterState({ select: ({ location }) => askedOf(location) });
  // The search is the one of the resolved location.
  const asked = useRouterState({ select: ({ resolvedLocation }) => askedOf(resolvedLocation) });
  const followed = useRef(first);
  useEffect(() => {
    if (asked === undefined || asked === followed.current) return;
    followed.current = asked;
    const line = entry ?? (t === undefined ? undefined : clockOf(entries)(t));
    const at = t ?? entries[line ?? -1]?.timestampSeconds;
    if (at !== undefined) playback.seek(at);
    if (line !== undefined && line < entries.length) show(line, at !== undefined);
  }, [asked, t, entry, entries, playback, show]);
}

/** A link that names but a signal leads to its first quote, once it is known. */
function useFirstQuote(
  search: MeetingSearch,
  first: number | undefined,
  show: (entry: number) => void,
): void {
  const isWanted = useRef(
    search.signal !== undefined && search.entry === undefined && search.t === undefined,
  );
  useEffect(() => {
    if (!isWanted.current || first === undefined) return;
    isWanted.current = false;
    show(first);
  }, [first, show]);
}
