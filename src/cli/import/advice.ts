import type { Advice } from '../../domain/meetings/files/meetings-of-file.ts';

/** The options that supply what a file does not say. */
export const ADVICE: Advice = {
  host: '--host-email, or hostEmail in a manifest',
  start: '--date, or startTime in a manifest',
  end: '--duration, or endTime in a manifest',
  id: 'an externalId in a manifest',
};
