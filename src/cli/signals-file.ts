import { basename, extname } from 'node:path';
import { parseDocument } from 'yaml';
import type { NewSignal } from '../domain/signals/manage-signals.ts';
import { createSignalEndpoint } from '../endpoints/create-signal.ts';
import { compileBodyCheck } from '../http/check-body.ts';
import { Fault, FaultList } from '../lib/faults.ts';
import { readTextFile } from './read-text-file.ts';

/** Twice the size of as many signals as an organization may have, each of the largest size. */
const MAX_FILE_BYTES = 32 * 1024 * 1024;

/** References to parts that stand once in a file; thousands of nested ones would fill the memory. */
const MAX_YAML_ALIASES = 100;

/**
 * Reads signals from a YAML or JSON file: one, a list, or `{signals: [...]}`. Each is checked as the API checks it.
 * @throws Fault that names the file, and of every signal what is wrong with it
 */
export async function readSignalsFile(path: string): Promise<NewSignal[]> {
  try {
    return signalsOf(parserFor(path)(await readTextFile(path, MAX_FILE_BYTES)));
  } catch (error) {
    if (error instanceof Fault) throw new Fault(error.kind, `${basename(path)}: ${error.message}`);
    throw error;
  }
}

function parserFor(path: string): (text: string) => unknown {
  const extension = extname(path).toLowerCase();
  if (extension === '.json') return parseJson;
  if (extension === '.yaml' || extension === '.yml') return parseYaml;
  throw new Fault('invalid', 'the name must end in .yaml, .yml or .json');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Fault('invalid', 'it is not valid JSON');
  }
}

/** YAML 1.2 that says what JSON could: no tags, no second document, no field twice. */
function parseYaml(text: string): unknown {
  const document = parseDocument(text, { schema: 'core', resolveKnownTags: false, logLevel: 'error' });
  // A tag that is not known is only a warning to the parser.
  const [fault] = [...document.errors, ...document.warnings];
  if (fault) throw notYaml(fault.message);
  try {
    return document.toJS({ maxAliasCount: MAX_YAML_ALIASES });
  } catch (error) {
    throw notYaml((error as Error).message);
  }
}

/** The parser goes on to show the place; the first line has its numbers. */
function notYaml(message: string): Fault {
  return new Fault('invalid', `it is not valid YAML: ${message.split('\n')[0]!.replace(/:$/, '')}`);
}

function signalsOf(content: unknown): NewSignal[] {
  const check = compileBodyCheck(createSignalEndpoint.body!);
  const list = listOf(content);
  if (!list) return [check(content) as NewSignal];
  if (list.length === 0) throw new Fault('invalid', 'it holds no signal');
  const faults = new FaultList();
  const signals: NewSignal[] = [];
  for (const [index, item] of list.entries()) {
    try {
      signals.push(check(item) as NewSignal);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      faults.add(`signals[${index}]: ${error.message}`);
    }
  }
  faults.throwIfAny('invalid');
  return signals;
}

/** @returns undefined where the content is one signal, or nothing */
function listOf(content: unknown): unknown[] | undefined {
  if (Array.isArray(content)) return content;
  if (content === null || content === undefined) return [];
  if (typeof content !== 'object' || !('signals' in content)) return undefined;
  if (!Array.isArray(content.signals)) throw new Fault('invalid', 'signals must be an array');
  return content.signals;
}
