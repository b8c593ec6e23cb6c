import { formatDuration, formatTime, type TimeStyle } from './format.ts';

/** A moment, readable by machines too; the whole of it on hover. `at` as the API gives it. */
export function TimeText({ at, style = 'short' }: { at: string; style?: TimeStyle }) {
  return (
    <time dateTime={at} title={formatTime(at, 'full')} className="numbers">
      {formatTime(at, style)}
    </time>
  );
}

/** Shows the time between two moments, such as 45 min. */
export function Duration({ from, to }: { from: string; to: string }) {
  const seconds = Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000);
  return <span className="numbers">{formatDuration(seconds)}</span>;
}
