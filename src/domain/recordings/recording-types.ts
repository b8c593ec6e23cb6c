/** The permitted types of recordings, for messages. */
export const RECORDING_TYPES = 'audio/*, video/*, application/ogg or application/octet-stream';

const FORM =
  /^(?:(?:audio|video)\/[a-z0-9!#$&^_.+-]{1,100}|application\/(?:ogg|octet-stream|mp4))\s*(?:;|$)/i;

/** Returns whether a recording may have the Content-Type. */
export function isRecordingType(contentType: string): boolean {
  return contentType.length <= 255 && FORM.test(contentType);
}
