import fs, { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Preloaded by NODE_OPTIONS, this makes reads of files fail as those of a network file system that is away, as long as there is a
 * file that has the name of the read one and `.away` behind it.
 */
const { readFile } = fs.promises;
const { readFileSync } = fs;

function refuseAway(path) {
  if (existsSync(`${path}.away`)) throw Object.assign(new Error('EIO: i/o error, read'), { code: 'EIO' });
}

fs.promises.readFile = async (path, ...rest) => {
  refuseAway(path);
  return readFile(path, ...rest);
};
fs.readFileSync = (path, ...rest) => {
  refuseAway(path);
  return readFileSync(path, ...rest);
};
syncBuiltinESMExports();
