import type { ReliabilityPromise } from './promise.ts';

/** Every promise that has a program, by number. */
export const promises: readonly ReliabilityPromise[] = [];
