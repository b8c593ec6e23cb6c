import { fileURLToPath } from 'node:url';
import type { BlobStore } from '../blobs/types.ts';
import { openStaticFiles, type StaticFiles } from '../http/static-files.ts';

/** The directory into which `npm run build-console` writes the console. */
const DIRECTORY = fileURLToPath(new URL('../../console/dist', import.meta.url));

const NOT_BUILT = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Parley</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <h1>Parley is running</h1>
    <p>Its console is not built yet. Where Parley is installed, run</p>
    <pre>npm run build-console</pre>
    <p>and load this page again. The API needs no console: <a href="/docs">its pages</a> are there already.</p>
  </body>
</html>
`;

/**
 * The console's files, under a policy that lets no foreign or inline script run.
 * @param blobs where recordings are heard from
 */
export function openConsole(blobs: Pick<BlobStore, 'presign'>, directory = DIRECTORY): StaticFiles {
  let mediaOrigin: string | undefined;
  return openStaticFiles({
    directory,
    absentPage: NOT_BUILT,
    async policy() {
      mediaOrigin ??= await downloadOrigin(blobs);
      return [
        ...["default-src 'none'", "script-src 'self'", "style-src 'self' 'unsafe-inline'"],
        ...["img-src 'self' data:", "font-src 'self'", "connect-src 'self'"],
        ["media-src 'self'", mediaOrigin].filter(Boolean).join(' '),
        ...["base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"],
      ].join('; ');
    },
  });
}

const EXAMPLE = { contentType: 'audio/wav', fileName: 'example' };

/**
 * Returns the origin of recordings' URLs: the public URL, or the S3. The store itself knows its rules for that.
 * @returns undefined where that cannot be told now, as an S3's credentials: the page works without
 */
async function downloadOrigin(blobs: Pick<BlobStore, 'presign'>): Promise<string | undefined> {
  const expiresAtMs = Date.now() + 60_000;
  const url = await blobs
    .presign('org/0/meeting/0/example', { ...EXAMPLE, expiresAtMs })
    .catch(() => undefined);
  return url && new URL(url).origin;
}
