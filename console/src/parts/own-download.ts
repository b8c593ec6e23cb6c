/**
 * A download link as this page may load it: the service's own downloads come from the page's own origin, by whatever
 * name it is reached. Links to an S3 store stay as they are.
 */
export function ownDownload(downloadUrl: string): string {
  const { pathname, search, searchParams } = new URL(downloadUrl);
  const isOurs = pathname.startsWith('/downloads/org/') && searchParams.has('kid');
  return isOurs ? pathname + search : downloadUrl;
}
