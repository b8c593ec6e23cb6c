import { type Fault, PROVIDERS_OWN_WORDS } from './ai-server-answers.ts';

type Event = Record<string, unknown>;
type Part = Record<string, unknown>;

const PIECE_CHARACTERS = 120;

/** Returns a whole answer as the text of the events in which a provider streams it. */
export function streamOf(path: string, whole: Event, fault: Fault | undefined): string {
  const isAnthropic = path.endsWith('/messages');
  const events = isAnthropic ? anthropicEvents(whole) : openAiEvents(whole, fault);
  if (fault === 'error-event') {
    const error = { message: PROVIDERS_OWN_WORDS, type: 'overloaded_error', code: 503 };
    events.splice(2, events.length, isAnthropic ? { type: 'error', error } : { error });
  }
  const lines = events.map((event) => {
    const name = typeof event.type === 'string' ? `event: ${event.type}\n` : '';
    return `${name}data: ${JSON.stringify(event)}\n\n`;
  });
  return [...lines, ...(isAnthropic ? [] : ['data: [DONE]\n\n'])].join('');
}

function openAiEvents({ choices, usage, ...rest }: Event, fault: Fault | undefined): Event[] {
  const [{ message, finish_reason }] = choices as [{ message: Part; finish_reason: string }];
  const { content, reasoning_content, role, ...others } = message;
  const chunk = (delta: Part, reason: string | null = null): Event => ({
    ...rest,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  return [
    // Azure begins with an event about its filter, which has no choice.
    { ...rest, choices: [], prompt_filter_results: [] },
    chunk({ role, content: '' }),
    ...piecesOf(reasoning_content).map((piece) => chunk({ reasoning_content: piece })),
    ...piecesOf(content).map((piece) => chunk({ content: piece })),
    ...(Object.keys(others).length > 0 ? [chunk(withIndexes(others))] : []),
    ...(fault === 'endless-stream' ? [] : [chunk({}, finish_reason)]),
    ...(usage ? [{ ...rest, choices: [], usage }] : []),
  ];
}

function withIndexes(message: Part): Part {
  const calls = message.tool_calls as object[] | undefined;
  return calls ? { ...message, tool_calls: calls.map((call, index) => ({ index, ...call })) } : message;
}

function anthropicEvents({ content, stop_reason, stop_sequence, usage, ...rest }: Event): Event[] {
  const start = { ...rest, content: [], stop_reason: null, stop_sequence: null, usage };
  return [
    { type: 'message_start', message: start },
    { type: 'ping' },
    ...(content as Part[]).flatMap(({ text, input, ...block }, index) => {
      const isText = block.type === 'text';
      const written = isText ? (text as string) : JSON.stringify(input);
      return [
        {
          type: 'content_block_start',
          index,
          content_block: isText ? { ...block, text: '' } : { ...block, input: {} },
        },
        ...piecesOf(written).map((piece) => ({
          type: 'content_block_delta',
          index,
          delta: isText
            ? { type: 'text_delta', text: piece }
            : { type: 'input_json_delta', partial_json: piece },
        })),
        { type: 'content_block_stop', index },
      ];
    }),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ];
}

function piecesOf(text: unknown): string[] {
  if (typeof text !== 'string') return [];
  // Pieces of a stream never end inside a character.
  const characters = [...text];
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += PIECE_CHARACTERS) {
    pieces.push(characters.slice(at, at + PIECE_CHARACTERS).join(''));
  }
  return pieces;
}
