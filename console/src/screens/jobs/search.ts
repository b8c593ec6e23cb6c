import { oneOf, searchOf, text } from '../../search-params.ts';

/** Jobs: `state` as the screen calls it, `kind` of job. */
export const jobsSearch = searchOf({ state: oneOf('waiting', 'running', 'failed'), kind: text });

/** The parsed search of the jobs screen. */
export type JobsSearch = ReturnType<typeof jobsSearch>;
