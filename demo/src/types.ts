/** A user of the invented company: the fields of SPEC 2.2, as `PUT /admin/v1/users` takes them. */
export type DemoUser = {
  email: string;
  name: string;
  /** The role as an administrator would type it; some are in lower case. */
  role: string;
  type: string;
  licenseAdded: boolean;
  crmAuthStatus?: string;
  calendarAuthStatus?: string;
  chatUserId?: string;
  title?: string;
  crmDepartment?: string;
  crmUserRole?: string;
  /** RFC 3339, UTC; present if the user has a license. */
  licenseAssignedAt?: string;
};

/** A CRM record with its name; `domains` are the e-mail domains of an account. */
export type DemoCrmRecord = {
  type: 'ACCOUNT' | 'OPPORTUNITY' | 'LEAD' | 'CASE';
  /** The id has 18 characters, of which the last three are the case-safe suffix. */
  id: string;
  name: string;
  domains?: string[];
};

/** A person as in the ingest body. If `isInternal` is omitted, the service decides by the domain. */
export type DemoAttendee = { name: string; email: string; isInternal?: boolean };

/** One utterance; `timestampSeconds` counts from the start of the meeting, with three decimals. */
export type DemoSegment = { text: string; timestampSeconds: number; speaker: { name: string } };

/** The body of an ingest request (SPEC 4.4), with external ids. */
export type DemoMeeting = {
  meeting: {
    id: string;
    title: string;
    /** RFC 3339, UTC. */
    startTime: string;
    endTime: string;
    host: { name: string; email: string };
    attendees: DemoAttendee[];
    transcript?: { segments: DemoSegment[] };
    salesforceAccountId?: string;
    salesforceOpportunityId?: string;
    externalIds?: { type: string; id: string }[];
    /** One of the source type codes; USER_PROVIDED if omitted. */
    sourceType?: string;
  };
  processImportedMeeting: boolean;
};

/** The body of an ingest request for an e-mail. */
export type DemoEmail = {
  email: {
    id: string;
    subject: string;
    /** RFC 3339, UTC. */
    sentAt: string;
    from: { name: string; email: string };
    to: { name: string; email: string }[];
    cc?: { name: string; email: string }[];
    text: string;
    salesforceAccountId?: string;
    salesforceOpportunityId?: string;
  };
};

/** The body of `POST /admin/v1/signals`. */
export type DemoSignal = {
  signalName: string;
  prompt: string;
  /** MEETING if omitted. */
  contextSource?: 'MEETING' | 'EMAIL' | 'ALL';
  phrases?: readonly string[];
  followUpPrompts?: readonly { name: string; prompt: string }[];
};

/** Everything that `parley demo` loads. */
export type DemoCompany = {
  organization: { name: string; domains: string[] };
  users: DemoUser[];
  crmRecords: DemoCrmRecord[];
  signals: readonly DemoSignal[];
  meetings: DemoMeeting[];
  emails: DemoEmail[];
};
