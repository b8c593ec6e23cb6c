import { useElementSize } from '@mantine/hooks';
import { useState } from 'react';
import styles from './chart.module.css';
import { byWeek, niceTicks, type Series } from './chart-scale.ts';
import { count, formatNumber } from './format.ts';

const AXIS_LEFT = 34;
const AXIS_BOTTOM = 22;
const TOP = 8;
const GAP_RATIO = 0.28;
const MAX_BAR = 34;
const LABEL_WIDTH = 62;
const MIN_STEP = 6;

const dayFormat = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const longFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });

interface Props {
  /** The name of the chart, such as "Meetings per day". */
  label: string;
  /** The singular noun for what is counted: `meeting`. */
  noun: string;
  /** The plural, if it is not the noun with an s. */
  plural?: string;
  /** YYYY-MM-DD, without gaps; see daysBetween. */
  days: readonly string[];
  series: readonly Series[];
  height?: number;
}

/** Stacked bars per day (per week where there are many), with a legend, values on hover, and a table of the same. */
export function DaysChart(props: Props) {
  const { label, noun, plural, days: allDays, series: allSeries, height = 220 } = props;
  const { ref, width } = useElementSize();
  const [hovered, setHovered] = useState<number>();
  const maxBars = width > 0 ? Math.max(7, Math.floor((width - AXIS_LEFT) / MIN_STEP)) : undefined;
  const { days, series, isWeekly } = byWeek(allDays, allSeries, maxBars);
  const totals = days.map((_, index) => series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0));
  const sum = totals.reduce((all, total) => all + total, 0);
  const bucket = isWeekly ? 'week' : 'day';
  return (
    <figure className={styles.figure}>
      <Legend series={series} />
      <div ref={ref} className={styles.plot} style={{ height }}>
        {width > 0 && (
          <Bars
            {...{ days, series, totals, width, height, hovered }}
            onHover={setHovered}
            label={`${label}: ${count(sum, noun, plural)} in ${count(days.length, bucket)}. The table below lists each ${bucket}.`}
          />
        )}
        {hovered !== undefined && (
          <HoverCard
            {...{
              day: days[hovered]!,
              isWeekly,
              series,
              index: hovered,
              noun,
              plural,
              total: totals[hovered]!,
            }}
          />
        )}
      </div>
      <DaysTable {...{ label, days, series, totals, bucket }} />
    </figure>
  );
}

interface BarsProps {
  days: readonly string[];
  series: readonly Series[];
  totals: readonly number[];
  width: number;
  height: number;
  hovered: number | undefined;
  onHover: (index: number | undefined) => void;
  label: string;
}

function Bars({ days, series, totals, width, height, hovered, onHover, label }: BarsProps) {
  const ticks = niceTicks(Math.max(...totals, 0));
  const top = ticks.at(-1)!;
  const plotHeight = height - AXIS_BOTTOM - TOP;
  const step = (width - AXIS_LEFT) / days.length;
  const bar = Math.min(MAX_BAR, step * (1 - GAP_RATIO));
  const y = (value: number) => TOP + plotHeight * (1 - value / top);
  const everyNth = Math.max(1, Math.ceil(LABEL_WIDTH / step));
  return (
    <svg width={width} height={height} role="img" aria-label={label} onMouseLeave={() => onHover(undefined)}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={AXIS_LEFT}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            className={styles.grid}
            data-base={tick === 0}
          />
          <text x={AXIS_LEFT - 8} y={y(tick)} dy="0.34em" className={styles.tick} textAnchor="end">
            {formatNumber(tick)}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        const x = AXIS_LEFT + step * index;
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: hovering only repeats what the table says
          <g
            key={day}
            onMouseEnter={() => onHover(index)}
            className={styles.column}
            data-on={hovered === index}
          >
            <rect x={x} y={TOP} width={step} height={plotHeight} className={styles.hit} />
            <Stack {...{ series, index, x: x + (step - bar) / 2, bar, y }} />
            {index % everyNth === 0 && x + LABEL_WIDTH / 2 < width && (
              <text x={x + step / 2} y={height - 5} className={styles.tick} textAnchor="middle">
                {dayFormat.format(new Date(day))}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

interface StackProps {
  series: readonly Series[];
  index: number;
  x: number;
  bar: number;
  y: (value: number) => number;
}

function Stack({ series, index, x, bar, y }: StackProps) {
  let below = 0;
  return series.map(({ key, color, values }) => {
    const value = values[index] ?? 0;
    if (value === 0) return null;
    const from = y(below + value);
    const size = y(below) - from;
    below += value;
    return <rect key={key} x={x} y={from} width={bar} height={Math.max(1, size - 1)} rx={1.5} fill={color} />;
  });
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null;
  return (
    <ul className={styles.legend}>
      {series.map(({ key, label, color }) => (
        <li key={key}>
          <span className={styles.swatch} style={{ background: color }} aria-hidden="true" />
          {label}
        </li>
      ))}
    </ul>
  );
}

interface HoverProps {
  day: string;
  isWeekly: boolean;
  series: readonly Series[];
  index: number;
  noun: string;
  plural: string | undefined;
  total: number;
}

function HoverCard({ day, isWeekly, series, index, noun, plural, total }: HoverProps) {
  const there = series.filter(({ values }) => (values[index] ?? 0) > 0);
  return (
    <div className={styles.card} aria-hidden="true">
      <strong>
        {isWeekly ? 'Week of ' : ''}
        {longFormat.format(new Date(day))}
      </strong>
      <div>{count(total, noun, plural)}</div>
      {there.length > 1 &&
        there.map(({ key, label, color, values }) => (
          <div key={key} className={styles.cardLine}>
            <span className={styles.swatch} style={{ background: color }} />
            {label}
            <span className={styles.cardValue}>{formatNumber(values[index] ?? 0)}</span>
          </div>
        ))}
    </div>
  );
}

interface TableProps {
  label: string;
  days: readonly string[];
  series: readonly Series[];
  totals: readonly number[];
  bucket: string;
}

/** The chart as a table, for people who cannot see it. Days with a total of 0 are left out. */
function DaysTable({ label, days, series, totals, bucket }: TableProps) {
  return (
    <details className={styles.details}>
      <summary>Show as a table</summary>
      <div className={styles.scroll}>
        <table>
          <caption className="visually-hidden">{label}</caption>
          <thead>
            <tr>
              <th scope="col">{bucket === 'week' ? 'Week of' : 'Day'}</th>
              {series.map(({ key, label: name }) => (
                <th key={key} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {days.map((day, index) =>
              totals[index] === 0 ? null : (
                <tr key={day}>
                  <th scope="row">{longFormat.format(new Date(day))}</th>
                  {series.map(({ key, values }) => (
                    <td key={key}>{formatNumber(values[index] ?? 0)}</td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </div>
    </details>
  );
}
