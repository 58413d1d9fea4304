// Entry point: runs the command line and sets the exit code of the process.

import { createProgram } from './app/program.ts';
import { run } from './platform/cli/run.ts';

// Not process.exit(): the process ends by itself, after all output is written.
process.exitCode = await run(createProgram, process.argv.slice(2));
