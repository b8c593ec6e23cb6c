import { ActionIcon, Menu, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconRewindBackward10 as IconBack,
  IconRewindForward10 as IconForward,
  IconLink,
  IconPlayerPauseFilled as IconPause,
  IconPlayerPlayFilled as IconPlay,
} from '../../icons/tabler.ts';
import { formatPosition, toast } from '../../parts/index.ts';
import { type Playback, RATES, SKIP_SECONDS, usePlayback } from './playback.ts';
import styles from './player.module.css';
import { useScope } from './scope.ts';
import { Timeline } from './timeline.tsx';

const NO_TICKS: readonly number[] = [];

/** The controls of the recording. */
export function Player() {
  const { playback, talk, chosen, meeting } = useScope();
  const duration = usePlayback(playback, ({ durationSeconds }) => durationSeconds);
  const planned = (Date.parse(meeting.endTime) - Date.parse(meeting.startTime)) / 1000;
  const seconds = duration ?? (talk.endSeconds || planned);
  const ticks = chosen?.quotes.flatMap(({ timestampSeconds: at }) => (at === undefined ? [] : [at]));
  return (
    <div className={styles.player}>
      <Timeline playback={playback} talk={talk} seconds={seconds} ticks={ticks ?? NO_TICKS} />
      <div className={styles.controls}>
        <Skip label="Back 10 seconds (←)" onClick={() => playback.skip(-SKIP_SECONDS)}>
          <IconBack size={20} stroke={1.7} />
        </Skip>
        <PlayButton playback={playback} />
        <Skip label="Forward 10 seconds (→)" onClick={() => playback.skip(SKIP_SECONDS)}>
          <IconForward size={20} stroke={1.7} />
        </Skip>
        <Clock playback={playback} seconds={seconds} />
        <span className={styles.gap} />
        <RateMenu playback={playback} />
        <Skip label="Copy a link to this moment" onClick={() => copyMoment(playback)}>
          <IconLink size={18} stroke={1.7} />
        </Skip>
      </div>
    </div>
  );
}

function Skip({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick: () => void;
  children: React.ReactNode;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon aria-label={label} onClick={onClick}>
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

function PlayButton({ playback }: { playback: Playback }) {
  const isPlaying = usePlayback(playback, (state) => state.isPlaying);
  const isWaiting = usePlayback(playback, (state) => state.isWaiting);
  const label = isPlaying ? 'Pause' : 'Play';
  return (
    <Tooltip label={`${label} (space)`}>
      <ActionIcon
        variant="filled"
        color="pine"
        radius="xl"
        size={38}
        aria-label={label}
        data-waiting={isWaiting || undefined}
        className={styles.play}
        onClick={playback.toggle}
      >
        {isPlaying ? <IconPause size={18} /> : <IconPlay size={18} />}
      </ActionIcon>
    </Tooltip>
  );
}

function Clock({ playback, seconds }: { playback: Playback; seconds: number }) {
  const time = usePlayback(playback, ({ timeSeconds }) => Math.floor(timeSeconds));
  return (
    <span className={styles.clock}>
      {formatPosition(time)} <span className="muted">/ {formatPosition(seconds)}</span>
    </span>
  );
}

function RateMenu({ playback }: { playback: Playback }) {
  const rate = usePlayback(playback, (state) => state.rate);
  return (
    <Menu position="top-end" width={110}>
      <Menu.Target>
        <UnstyledButton className={styles.rate} aria-label={`Playback speed: ${rate}×`}>
          {rate}×
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {RATES.map((one) => (
          <Menu.Item
            key={one}
            onClick={() => playback.setRate(one)}
            data-chosen={one === rate || undefined}
            className={styles.rateItem}
          >
            {one}×
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function copyMoment(playback: Playback): void {
  const url = new URL(window.location.href);
  url.searchParams.delete('entry');
  url.searchParams.delete('tab');
  const seconds = Math.floor(playback.get().timeSeconds);
  url.searchParams.set('t', String(seconds));
  navigator.clipboard.writeText(url.href).then(
    () => toast.good(`Link to ${formatPosition(seconds)} copied.`),
    () => toast.bad('Your browser did not allow the link to be copied.'),
  );
}
