import { useSyncExternalStore } from 'react';

/** The state of the player. */
export interface PlaybackState {
  timeSeconds: number;
  durationSeconds?: number;
  isPlaying: boolean;
  /** Waits for bytes while it is to play. */
  isWaiting: boolean;
  rate: number;
  /** Whether playback was started or moved at least once. From then on one line is the current one. */
  hasStarted: boolean;
  /** Whether playback was started at least once. */
  hasPlayed: boolean;
  /** Counts how often the listener chose another place. */
  seeks: number;
  /** The browser cannot play it, or the bytes did not come. */
  isBroken: boolean;
}

/** Plays one recording. Screens hold it in a state; `attach` gives it its media element. */
export interface Playback {
  get: () => PlaybackState;
  subscribe: (notify: () => void) => () => void;
  /** Ref of the `<audio>` or `<video>`. */
  attach: (element: HTMLMediaElement | null) => void;
  toggle: () => void;
  /** Plays, from a position if one is given. */
  play: (atSeconds?: number) => void;
  /** Goes to a place and stays in the state that it is in. */
  seek: (atSeconds: number) => void;
  skip: (bySeconds: number) => void;
  setRate: (rate: number) => void;
  /** Keeps the position before the element gets another link to the same recording. */
  keepPlace: () => void;
}

/** The distance that the keys and buttons skip. */
export const SKIP_SECONDS = 10;

/** The speeds that are offered. */
export const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2] as const;

const RATE_KEY = 'parley-playback-rate';
const EVENTS = [
  ...['timeupdate', 'play', 'pause', 'ended', 'seeked', 'durationchange', 'ratechange'],
  ...['waiting', 'playing', 'error', 'emptied'],
] as const;

function storedRate(): number {
  const stored = Number(localStorage.getItem(RATE_KEY));
  return RATES.find((rate) => rate === stored) ?? 1;
}

const stateAt = (startSeconds: number): PlaybackState => ({
  timeSeconds: startSeconds,
  isPlaying: false,
  isWaiting: false,
  rate: storedRate(),
  hasStarted: startSeconds > 0,
  hasPlayed: false,
  seeks: 0,
  isBroken: false,
});

/** Reads the player state from the media element. */
function heardFrom(
  element: HTMLMediaElement,
  event: string,
  state: PlaybackState,
  isWhereWanted: boolean,
): Partial<PlaybackState> {
  const isWaiting = event === 'waiting' || (state.isWaiting && element.readyState < 3);
  return {
    // An element that has lost what it played says 0.
    ...(isWhereWanted && element.readyState >= 1 ? { timeSeconds: element.currentTime } : {}),
    ...(Number.isFinite(element.duration) ? { durationSeconds: element.duration } : {}),
    isPlaying: !element.paused && !element.ended,
    isWaiting: isWaiting && !element.paused,
    isBroken: element.error !== null,
  };
}

function listen(element: HTMLMediaElement, onEvent: (event: Event) => void, onMetadata: () => void) {
  for (const type of EVENTS) element.addEventListener(type, onEvent);
  element.addEventListener('loadedmetadata', onMetadata);
  return () => {
    for (const type of EVENTS) element.removeEventListener(type, onEvent);
    element.removeEventListener('loadedmetadata', onMetadata);
  };
}

/** A player that begins at a second. */
export function createPlayback(startSeconds = 0): Playback {
  let element: HTMLMediaElement | undefined;
  /** The position to seek to once the element knows its duration. */
  let wanted: number | undefined = startSeconds > 0 ? startSeconds : undefined;
  let isToResume = false;
  let stopListening = () => {};
  let state = stateAt(startSeconds);
  const watchers = new Set<() => void>();

  function set(patch: Partial<PlaybackState>): void {
    state = { ...state, ...patch };
    for (const notify of watchers) notify();
  }

  function onEvent({ type }: Event): void {
    if (element) set(heardFrom(element, type, state, wanted === undefined));
  }

  function onMetadata(): void {
    if (!element) return;
    element.playbackRate = state.rate;
    if (wanted !== undefined) element.currentTime = wanted;
    wanted = undefined;
    if (isToResume) start();
    isToResume = false;
  }

  function goTo(seconds: number): void {
    const at = Math.max(0, Math.min(seconds, state.durationSeconds ?? Number.POSITIVE_INFINITY));
    if (element && element.readyState >= 1) element.currentTime = at;
    else wanted = at;
    set({ timeSeconds: at, hasStarted: true, seeks: state.seeks + 1 });
  }

  function start(): void {
    set({ hasStarted: true, hasPlayed: true });
    // The error event reports a refusal; an interruption by a pause is not an error.
    element?.play().catch(() => {});
  }

  return {
    get: () => state,
    subscribe(notify) {
      watchers.add(notify);
      return () => watchers.delete(notify);
    },
    attach(next) {
      stopListening();
      if (!next && element && element.readyState >= 1) wanted = element.currentTime;
      element = next ?? undefined;
      stopListening = element ? listen(element, onEvent, onMetadata) : () => {};
      if (element && element.readyState >= 1) onMetadata();
    },
    toggle() {
      if (element && !element.paused) element.pause();
      else start();
    },
    play(atSeconds) {
      if (atSeconds !== undefined) goTo(atSeconds);
      start();
    },
    seek: goTo,
    skip: (by) => goTo(state.timeSeconds + by),
    setRate(rate) {
      localStorage.setItem(RATE_KEY, String(rate));
      if (element) element.playbackRate = rate;
      set({ rate });
    },
    keepPlace() {
      wanted = state.timeSeconds;
      isToResume = state.isPlaying;
    },
  };
}

/** A part of the player's state; renders again only when that part changes. Give it what is compared by value. */
export function usePlayback<T extends string | number | boolean | undefined>(
  playback: Playback,
  select: (state: PlaybackState) => T,
): T {
  return useSyncExternalStore(playback.subscribe, () => select(playback.get()));
}
