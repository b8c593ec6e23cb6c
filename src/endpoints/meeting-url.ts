/** Returns the address of a meeting in the console, at an entry of its transcript. */
export function meetingUrl(
  publicUrl: string,
  meetingId: number,
  { entryIndex, timestampSeconds }: { entryIndex: number; timestampSeconds?: number | undefined },
): string {
  const place = new URLSearchParams({
    ...(timestampSeconds === undefined ? {} : { t: `${Math.max(0, Math.floor(timestampSeconds))}` }),
    entry: `${entryIndex}`,
  });
  return `${publicUrl}/meetings/${meetingId}?${place}`;
}
