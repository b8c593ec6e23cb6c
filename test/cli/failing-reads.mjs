import { existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded by NODE_OPTIONS, this makes reads of files fail as those of a network file system that is away, as long as there is a
 * file that has the name of the read one and `.away` behind it.
 */
const { readFile } = fs;
fs.readFile = async (path, ...rest) => {
  if (existsSync(`${path}.away`)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
  return readFile(path, ...rest);
};
syncBuiltinESMExports();
