/** The numbers of conversations of the invented company, for programs that do not load it. */
export const demoSize = { meetings: 304, emails: 82 } as const;
