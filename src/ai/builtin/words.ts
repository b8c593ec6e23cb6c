import { stemmer } from 'stemmer';

/** Words that have a grammatical function only, and the fragments that apostrophes leave. */
const STOP_LIST = `
  a an the this that these those here there
  i me my mine myself we us our ours ourselves you your yours yourself yourselves he him his himself
  she her hers herself it its itself they them their theirs themselves one ones
  am is are was were be been being do does did doing done have has had having
  will would shall should can could may might must ought
  and or but nor so yet if then else than because as until while though although
  of at by for with about against between into through during before after above below to from up down
  in out on off over under again further once
  what which who whom whose when where why how whether
  all any both each few more most other others some such no not only own same too very just also even
  ever still already now much many lot lots bit every either neither
  s t d m ll ve re don didn doesn isn aren wasn weren hasn haven hadn won wouldn shouldn couldn cannot ain let
  yeah yes yep yup nope ok okay um umm uh uhm uhh huh hmm hm mm mmm mhm ah oh er eh hey hi hello
  well like actually basically really right sure maybe kind sort thing things stuff something anything
  everything nothing get gets got getting go goes going gone went gonna wanna gotta come comes came
  know think guess mean see say says said want make makes made put take way
  definitely probably almost pretty exactly totally quite rather always never ago far enough perhaps anyway
  obviously honestly literally essentially generally specifically especially simply
  bye thanks thank please sorry alright guys cause etc e g
`;

/** Words that tell the judge what to do, or whose conversation it is; in a prompt they do not describe the subject. */
const INSTRUCTION_LIST = `
  detect identify find check look determine decide flag fire trigger signal alert notice note report tell explain
  describe summarize summarise list give show extract classify mark return answer question questions
  mention discuss discussion talk speak ask express raise state bring refer indicate suggest imply hear
  explicit explicitly clear clearly specific specifically directly particular
  anyone anybody someone somebody everyone everybody nobody person people party side
  customer client prospect buyer contact lead rep representative seller salesperson speaker participant attendee
  host caller team group member company
  meeting call conversation email mail message transcript text moment time part sentence passage
  example instance case evidence sign way kind type name include
  true false yes
`;

/** Words that occur in conversations about anything: they may be searched for, but do not name a subject. */
const VAGUE_LIST = `
  people person everyone question answer point idea side case fact number example topic item part issue problem
  need look sound feel try use work happen start end keep leave show share move tell talk speak ask call add help
  join wait believe agree hope mention discuss discussion bring understand seem matter run change give find set
  next last first second new old different same good great better best nice bad big small long short high low
  day week month year today tomorrow yesterday time moment minute hour back forward together around able possible
  two three four five six seven eight nine ten hundred thousand million half third twice
  everybody someone somebody anyone anybody nobody folks morning afternoon evening currently recently awesome
  great happy glad nothing whatever whenever
  easy hard interesting important fine cool correct wrong whole full main
`;

const words = (list: string): string[] => list.split(/\s+/).filter((word) => word !== '');

/** Words that are ignored in texts and in prompts. They are folded, but not stemmed. */
export const STOP_WORDS: ReadonlySet<string> = new Set(words(STOP_LIST));

/** Words that are ignored in prompts only. They are stems, so that every form of a word is covered. */
export const INSTRUCTION_STEMS: ReadonlySet<string> = new Set(words(INSTRUCTION_LIST).map(stemmer));

/** Words that are ignored in titles only, as stems. */
export const VAGUE_STEMS: ReadonlySet<string> = new Set(words(VAGUE_LIST).map(stemmer));
