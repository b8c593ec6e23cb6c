// @ts-check
// The first file of each thread, which is JavaScript for the same reason as main.js; the argument is the thread's program.
import './compile-cache.js';

await import(/** @type {string} */ (process.argv[2]));
