import styles from './chart.module.css';

interface Props {
  values: readonly number[];
  /** The same in words: "12 in the last 30 days". */
  label: string;
  width?: number;
  height?: number;
  color?: string;
}

/** A course over time at the size of a word. */
export function Sparkline({ values, label, width = 112, height = 28, color = 'var(--p-chart-1)' }: Props) {
  const top = Math.max(1, ...values);
  const step = values.length > 1 ? width / (values.length - 1) : width;
  const points = values.map((value, index) => {
    const y = height - 2 - (value / top) * (height - 5);
    return `${(index * step).toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className={styles.spark}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      style={{ width, height }}
      role="img"
      aria-label={label}
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} fill={color} opacity={0.14} />
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
