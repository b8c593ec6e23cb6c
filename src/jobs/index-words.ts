import { indexWordsJob } from '../domain/jobs.ts';
import { indexMissingWords } from '../domain/moments/index-missing-words.ts';
import { handles } from './handles.ts';

export const indexWordsHandler = handles(indexWordsJob, async (_payload, { signal }, { db, log }) => {
  const indexed = await indexMissingWords(db, signal, log);
  if (indexed > 0) log.info({ indexed }, 'words of conversations were indexed');
});
