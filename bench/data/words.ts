/** The words of the meetings, the common ones first: `pickWord` returns them far more often. */
const WORDS =
  `the to and you that of it we is so I in for yeah have a on this but what they with not be do just are
like can think about there or if one would know well from right at all then how because as some when out really get
up our time more them need see go here okay now could your kind has also want will customer by those good mean make
other which who contract where price even team thing had very first two into should data people next actually these
report back been month quarter work call let probably way renewal then than much only look over question support
something same year week point maybe account system number still system start pretty using going security budget
pipeline discount procurement legal review timeline rollout integration dashboard export warehouse migration pilot
invoice onboarding training licence seat competitor feature roadmap deadline stakeholder signature approval vendor
compliance audit retention latency outage incident escalation owner summary agenda forecast commitment risk scope
milestone deliverable estimate headcount region territory channel partner reseller finance marketing engineering
product design research usability interface remote control battery material recycling committee parliament minister
education health children school university funding climate agriculture transport housing amendment legislation`
    .split(/\s+/)
    .filter(Boolean);

export const FIRST_NAMES =
  'Ada Grace Zoë Omar Lin Nadia Tomás Ingrid Kofi Mei Ravi Sofia Émile Hana Pavel Noor Iris Jonas Leila Mateo'.split(
    ' ',
  );
export const LAST_NAMES =
  'Park Lund Okafor Moreau Silva Novák Haddad Tanaka Weber Rossi Kaya Olsen Banerjee Costa Fischer Ibrahim'.split(
    ' ',
  );

/** Returns a word; the square of `random` favors the common ones, as in speech. */
export function pickWord(random: () => number): string {
  return WORDS[Math.floor(random() ** 2 * WORDS.length)]!;
}
