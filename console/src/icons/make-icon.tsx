import type { SVGProps } from 'react';

export type IconProps = Omit<SVGProps<SVGSVGElement>, 'stroke'> & {
  /** Width and height in pixels. */
  size?: number;
  /** Width of the lines, in units of the 24 × 24 grid. */
  stroke?: number;
};

export type Icon = (props: IconProps) => React.JSX.Element;

const LINES = {
  fill: 'none',
  stroke: 'currentColor',
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const AREAS = { fill: 'currentColor', stroke: 'none' } as const;

/** An icon of lines, decorative: what it stands beside, or in, has a name. @param paths their shapes, on a grid of 24 × 24 */
export function lines(...paths: string[]): Icon {
  return ({ size = 24, stroke = 2, ...props }) => (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      {...LINES}
      strokeWidth={stroke}
      width={size}
      height={size}
      {...props}
    >
      {shapes(paths)}
    </svg>
  );
}

/** An icon of filled areas. */
export function areas(...paths: string[]): Icon {
  return ({ size = 24, stroke: _, ...props }) => (
    <svg aria-hidden="true" viewBox="0 0 24 24" {...AREAS} width={size} height={size} {...props}>
      {shapes(paths)}
    </svg>
  );
}

const shapes = (paths: string[]) => paths.map((shape) => <path key={shape} d={shape} />);
