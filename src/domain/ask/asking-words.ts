/**
 * Words with which people ask, in the languages of most questions, as folded texts have them. They say nothing about the
 * subject, and occur in most conversations.
 */
const WORDS = `
  say says said saying tell tells told talk talks talked talking mention mentions mentioned discuss discusses discussed
  discussing ask asks asked asking think thinks thought feel feels felt express expressed raise raised bring brought
  explain explained describe described summarize summarise list show give find know want wants wanted need needs
  happen happened happens anyone anybody someone somebody everyone people person customer customers client clients
  prospect prospects meeting meetings call calls conversation conversations team main key important recent recently
  lately last latest please many much often long
  sagen sagt sagte sagten gesagt erzahlt erwahnt erwahnte besprochen besprechen gesprochen fragen fragte gefragt denken
  denkt meinen meint jemand kunde kunden meeting meetings gesprach gesprache anruf anrufe bitte zuletzt wichtig viel viele
  lange oft
  dit dire disait parle parler mentionne demande demander client clients reunion reunions appel appels quelqu combien
  dijo dice decir dijeron hablar hablaron menciono preguntar cliente clientes reunion reuniones llamada llamadas alguien cuanto cuanta cuantos cuantas
  detto dire dice parlato riunione riunioni chiamata disse disseram falar falou reuniao reunioes chamada
  zei zeggen gezegd klant klanten gesprek veel
`;

const ASKING_WORDS = new Set(WORDS.trim().split(/\s+/));

/** Returns true for a folded word with which people ask. */
export function isAskingWord(word: string): boolean {
  return ASKING_WORDS.has(word);
}
