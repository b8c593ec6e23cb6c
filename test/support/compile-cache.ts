import { fileURLToPath } from 'node:url';

/** Tests start Node hundreds of times, and most of each start would be spent on compiling the same code. */
export const COMPILE_CACHE = fileURLToPath(new URL('../../node_modules/.cache/compile', import.meta.url));
