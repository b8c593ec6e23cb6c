/**
 * The phrases that Google Meet writes around a transcript in the languages of which transcripts are found in public
 * repositories: English, Spanish, Portuguese, French and Italian. Those in Japanese are as programs that parse such transcripts have
 * them. The time is that of the end. No transcript with German phrases was found; those of other languages are recognised
 * by their place, see google-meet.ts.
 */
const ENDS = [
  /^(?:transcription|meeting) ended after (\d{2}:\d{2}:\d{2})/i,
  /^La (?:transcripción|reunión) finalizó después de (\d{2}:\d{2}:\d{2})/i,
  /^A transcrição foi encerrada após (\d{2}:\d{2}:\d{2})/i,
  /^Transcription terminée après (\d{2}:\d{2}:\d{2})/i,
  /^Trascrizione terminata dopo (\d{2}:\d{2}:\d{2})/i,
  /^(\d{2}:\d{2}:\d{2}) ?より後に文字起こしが終了/,
];

const DISCLAIMERS = [
  /^(?:this editable transcript was computer generated|people can also change the text)/i,
  /^(?:Esta transcripción editable se (?:ha generado|generó)|Los usuarios también pueden cambiar el texto)/i,
  /^(?:Esta transcrição editável foi gerada|As pessoas também podem alterar o texto)/i,
  /^(?:Cette transcription modifiable a été générée|Les utilisateurs peuvent également modifier le texte)/i,
  /^(?:Questa trascrizione modificabile è stata generata|È possibile anche modificare manualmente il testo)/i,
  /^この編集可能な文字起こしは/,
];

/** Returns the time in a line that says when the transcript ended, such as `00:31:12`. */
export function endOfMeet(line: string): string | undefined {
  for (const end of ENDS) {
    const time = end.exec(line)?.[1];
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Whether a line says that a computer wrote the transcript. */
export function isMeetDisclaimer(line: string): boolean {
  return DISCLAIMERS.some((disclaimer) => disclaimer.test(line));
}
