import { parentPort, workerData } from 'node:worker_threads';
import { Fault } from '../../../lib/faults.ts';
import { type ParsingResult, type ParsingTask, parseFile } from './parse-file.ts';

const { path, bytes } = workerData as ParsingTask;

async function result(): Promise<ParsingResult> {
  try {
    return { parsed: new TextEncoder().encode(JSON.stringify(await parseFile(path, bytes))) };
  } catch (error) {
    if (error instanceof Fault) return { fault: error.message };
    throw error;
  }
}

const told = await result();
parentPort!.postMessage(told, 'parsed' in told ? [told.parsed.buffer as ArrayBuffer] : []);
