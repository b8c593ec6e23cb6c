/** The identity of a conversation: a meeting or an e-mail. */
export type Source = { meetingId: number; emailId?: undefined } | { emailId: number; meetingId?: undefined };
