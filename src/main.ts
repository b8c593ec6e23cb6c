#!/usr/bin/env node
import { runCli } from './cli/cli.ts';

await runCli(process.argv);
