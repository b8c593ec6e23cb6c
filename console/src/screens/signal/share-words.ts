import type { Share } from './label-queries.ts';

const HUNDRED = 100;

/** A share between 0 and 1: `85 %`. */
export const percent = (share: number): string => `${Math.round(share * HUNDRED)} %`;

/** An estimate as people read it: `85 %`; a dash if there is none. */
export const shareWords = (share: Share | undefined): string => (share ? percent(share.value) : '–');

/** Its interval: `64 % to 95 %`. */
export const intervalWords = ({ low, high }: Share): string => `${percent(low)} to ${percent(high)}`;
