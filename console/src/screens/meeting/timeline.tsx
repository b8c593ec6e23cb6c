import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react';
import { formatPosition } from '../../parts/index.ts';
import { type Playback, SKIP_SECONDS, usePlayback } from './playback.ts';
import styles from './player.module.css';
import { lanes, type Speaker, type Talk } from './talk.ts';

/** Parts of the time that the strip is drawn in. */
const PARTS = 360;
const HEIGHT = 8;

interface StripProps {
  talk: Talk;
  /** The duration that the full width represents. */
  seconds: number;
  className?: string;
}

/** A strip that shows who speaks when, in the speakers' colours. It is hidden from screen readers. */
export function TalkStrip({ talk, seconds, className }: StripProps) {
  const runs = useMemo(() => runsOf(lanes(talk, Math.max(1, seconds), PARTS)), [talk, seconds]);
  return (
    <svg
      aria-hidden="true"
      className={className}
      viewBox={`0 0 ${PARTS} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {runs.map(({ from, length, speaker }) => (
        <rect key={from} x={from} width={length - 0.25} height={HEIGHT} fill={speaker.color} />
      ))}
    </svg>
  );
}

function runsOf(parts: readonly (Speaker | undefined)[]) {
  const runs: { from: number; length: number; speaker: Speaker }[] = [];
  for (const [index, speaker] of parts.entries()) {
    if (!speaker) continue;
    const last = runs.at(-1);
    if (last && last.speaker === speaker && last.from + last.length === index) last.length += 1;
    else runs.push({ from: index, length: 1, speaker });
  }
  return runs;
}

interface TimelineProps {
  playback: Playback;
  talk: Talk;
  seconds: number;
  /** Seconds at which the evidence of the chosen signal stands. */
  ticks: readonly number[];
}

/** The bar of the player: shows who speaks when, the evidence and the position. Dragging or clicking seeks. */
export function Timeline({ playback, talk, seconds, ticks }: TimelineProps) {
  const time = usePlayback(playback, ({ timeSeconds }) => Math.floor(timeSeconds * 4) / 4);
  const [hovered, setHovered] = useState<number>();
  const percent = (at: number) => `${Math.min(100, Math.max(0, (at / Math.max(1, seconds)) * 100))}%`;
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setHovered(((event.clientX - left) / width) * seconds);
  };
  return (
    <div className={styles.timeline} onPointerMove={onPointer} onPointerLeave={() => setHovered(undefined)}>
      <TalkStrip talk={talk} seconds={seconds} className={styles.strip} />
      <div className={styles.ahead} style={{ insetInlineStart: percent(time) }} />
      {[...new Set(ticks)].map((at) => (
        <span key={at} className={styles.tick} style={{ insetInlineStart: percent(at) }} aria-hidden="true" />
      ))}
      <span className={styles.head} style={{ insetInlineStart: percent(time) }} aria-hidden="true" />
      <input
        type="range"
        className={styles.range}
        aria-label="Place in the recording"
        aria-valuetext={`${formatPosition(time)} of ${formatPosition(seconds)}`}
        min={0}
        max={Math.max(1, seconds)}
        step={0.25}
        value={time}
        onChange={(event) => playback.seek(Number(event.currentTarget.value))}
        onKeyDown={(event) => onRangeKey(event, playback)}
      />
      {hovered !== undefined && (
        <span className={styles.hover} style={{ insetInlineStart: percent(hovered) }} aria-hidden="true">
          {formatPosition(hovered)}
        </span>
      )}
    </div>
  );
}

/** On the bar the keys do what they do elsewhere on the screen, instead of a quarter of a second. */
function onRangeKey(event: KeyboardEvent, playback: Playback): void {
  if (event.key === ' ') playback.toggle();
  else if (event.key === 'ArrowLeft') playback.skip(-SKIP_SECONDS);
  else if (event.key === 'ArrowRight') playback.skip(SKIP_SECONDS);
  else return;
  event.preventDefault();
}
