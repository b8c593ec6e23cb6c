import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../../lib/faults.ts';
import { type ParsingResult, type ParsingTask, parseFile } from './parse-file.ts';

const { path, text } = workerData as ParsingTask;

function result(): ParsingResult {
  try {
    return { parsed: new TextEncoder().encode(JSON.stringify(parseFile(path, text))) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

const told = result();
parentPort!.postMessage(told, 'parsed' in told ? [told.parsed.buffer as ArrayBuffer] : []);
