import { parentPort } from 'node:worker_threads';
import { demoCompany } from '@parley/demo';

const json = new TextEncoder().encode(JSON.stringify(demoCompany()));
parentPort!.postMessage(json, [json.buffer as ArrayBuffer]);
