import { runningThreads } from './emails-running.ts';
import { sellingThreads } from './emails-selling.ts';
import type { Thread } from './thread.ts';

/** The correspondence of the vendor and its customers. */
export const threads: readonly Thread[] = [...sellingThreads, ...runningThreads];
