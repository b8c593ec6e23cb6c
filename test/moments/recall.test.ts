import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { seededRandom } from '../support/random.ts';
import { startService, type TestService } from '../support/service.ts';
import { allMoments, indexed, spoken } from './spoken.ts';

let service: TestService;
before(async () => {
  service = await startService();
});
after(() => service.stop());

/** Letters of each script; the words of scripts without spaces are joined. */
const SCRIPTS: Record<string, { letters: string; isUnspaced?: true }> = {
  Latin: { letters: 'abcdeghilmnoprstuvz' },
  Cyrillic: { letters: 'абвгдежзийклмнопрсту' },
  Greek: { letters: 'αβγδεζηθικλμνοπρστ' },
  Arabic: { letters: 'ابتثجحخدذرزسشصضطعغفقكلمنهوي' },
  Hebrew: { letters: 'אבגדהוזחטיכלמנסעפצקרשת' },
  Hindi: { letters: 'कखगघचजटडतदनपबमयरलवसहािीुेो' },
  Chinese: { letters: '我们明天开会讨论价格合同续约付款时间', isUnspaced: true },
  Japanese: { letters: '会議価格契約のはがでをにカタログメール', isUnspaced: true },
  Korean: { letters: '회의를내일가격계약은는이합니다한국어', isUnspaced: true },
  Thai: { letters: 'ประชุมพรุ่งนี้ราคาสัญญาเวลา', isUnspaced: true },
};

const MEETINGS = 12;
const ENTRIES = 25;
const NEEDLES = 40;

for (const [script, { letters, isUnspaced }] of Object.entries(SCRIPTS)) {
  test(`a literal phrase in ${script} finds every entry in which it is said`, async () => {
    const random = seededRandom(script.length * 7919 + letters.length);
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
    const alphabet = [...letters];
    const words = Array.from({ length: 60 }, () => wordOf(alphabet, pick, 1 + Math.floor(random() * 4)));
    const sentence = () => {
      const said = Array.from({ length: 1 + Math.floor(random() * 8) }, () => pick(words));
      return isUnspaced ? `${said.join('')}。` : said.join(' ');
    };
    const { client } = await service.tenant();
    const entries = new Map<string, string>();
    for (let number = 0; number < MEETINGS; number++) {
      const said = Array.from({ length: ENTRIES }, sentence);
      const id = await client.ingest(spoken(said, { id: `${number}` }));
      for (const [index, text] of said.entries()) entries.set(`${id}#${index}`, text);
    }
    const check = async (needle: string) => {
      const expected = [...entries].flatMap(([place, text]) =>
        isSaid(needle, text, isUnspaced) ? [place] : [],
      );
      const { moments, meetingCount } = await allMoments(client, `"${needle}"`);
      const found = moments.map(({ meetingId, entryIndex }) => `${meetingId}#${entryIndex}`);
      assert.deepEqual(found.toSorted(), expected.toSorted(), needle);
      assert.equal(meetingCount, new Set(expected.map((place) => place.split('#')[0])).size, needle);
      for (const { text, highlights } of moments) {
        const marked = highlights.map(([from, to]) => text.slice(from, to));
        assert.ok(marked.length > 0 && marked.every((one) => one.includes(needle)), `${needle} in ${text}`);
      }
    };
    const texts = [...entries.values()];
    const needles = Array.from({ length: NEEDLES }, () => needleIn(pick(texts), random, isUnspaced));
    needles.push(alphabet[0]!, alphabet[0]! + alphabet[1]!);
    for (const needle of needles.slice(0, NEEDLES / 2)) await check(needle);
    await indexed(service.databaseUrl);
    for (const needle of needles) await check(needle);
  });
}

/** Marks do not begin words. */
function wordOf(
  alphabet: readonly string[],
  pick: (from: readonly string[]) => string,
  length: number,
): string {
  const word = Array.from({ length }, () => pick(alphabet)).join('');
  return word.replace(/^\p{M}+/u, '') || wordOf(alphabet, pick, length);
}

/** Takes a part of a text: whole words, or any characters where words are not spaced; often only one or two. */
function needleIn(text: string, random: () => number, isUnspaced: true | undefined): string {
  const units = isUnspaced ? [...text.replace('。', '')] : text.split(' ');
  const start = Math.floor(random() * units.length);
  const length = random() < 0.5 ? 1 + Math.floor(random() * 2) : 1 + Math.floor(random() * 6);
  return units.slice(start, start + length).join(isUnspaced ? '' : ' ');
}

/** The full scan: knows nothing of terms, only of texts. */
function isSaid(needle: string, text: string, isUnspaced: true | undefined): boolean {
  return isUnspaced ? text.includes(needle) : ` ${text} `.includes(` ${needle} `);
}
