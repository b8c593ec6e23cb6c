import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emailKey, isEmail, isStorableText, nearest } from '../../src/lib/text.ts';

test('text with a NUL character or an unpaired surrogate cannot be stored', () => {
  for (const text of ['', 'a', '\u0001', '\u{1F600}', '\uFFFE', 'e\u0301']) assert.ok(isStorableText(text));
  for (const text of ['\0', 'a\0b', '\ud800', 'a\udc00', '\udc00\ud800']) assert.ok(!isStorableText(text));
});

test('one e-mail address without a display name is an e-mail address', () => {
  const addresses = [
    'a@b',
    'ada@parley.example',
    'ada.park+sales@mail.parley.example',
    "o'brien@x-y.example",
    'zoë@müller.example',
    '用户@例子.example',
    '.a..b.@x.example',
    `${'a'.repeat(64)}@${'b'.repeat(255)}`,
  ];
  for (const address of addresses) assert.ok(isEmail(address), address);
});

test('text that is not exactly one e-mail address is refused', () => {
  const others = [
    '',
    ' ',
    '@',
    'ada',
    'ada@',
    '@parley.example',
    'ada@@parley.example',
    'ada@b@c.example',
    'ada @parley.example',
    ' ada@parley.example',
    'ada@parley.example ',
    'ada@parley.example\n',
    'ada@parley..example',
    'ada@.example',
    'ada@parley.',
    'Ada <ada@parley.example>',
    'ada@parley.example,grace@acme.example',
    'ada@parley.example;grace@acme.example',
    'mailto:ada@parley.example',
    'ada\0@parley.example',
    'ada\u0085@parley.example',
    'ada\u00a0@parley.example',
    'ada\ud800@parley.example',
    `${'a'.repeat(65)}@${'b'.repeat(255)}`,
  ];
  for (const text of others) assert.ok(!isEmail(text), JSON.stringify(text));
});

test('a long text is quickly rejected as an e-mail address', () => {
  for (const text of [`${'a.'.repeat(500_000)}@`, `a@${'b.'.repeat(500_000)}`, '@'.repeat(1_000_000)]) {
    const startedMs = performance.now();
    assert.ok(!isEmail(text));
    assert.ok(performance.now() - startedMs < 50);
  }
});

test('addresses are compared without case', () => {
  assert.equal(emailKey('Ada@Parley.Example'), emailKey('aDA@pARLEY.eXAMPLE'));
  assert.equal(emailKey('ZOË@x.example'), emailKey('zoë@X.EXAMPLE'));
  assert.notEqual(emailKey('zoe@x.example'), emailKey('zoë@x.example'));
});

test('the nearest candidate is the one with the fewest edits, case aside', () => {
  const known = ['from', 'to', 'pageNumber', 'pageSize', 'sourceTypes'];
  const near = {
    form: 'from',
    frm: 'from',
    FROM: 'from',
    pagesize: 'pageSize',
    page_size: 'pageSize',
    pageNum: 'pageNumber',
    page: 'pageSize',
    sourceType: 'sourceTypes',
    t: 'to',
  };
  for (const [word, candidate] of Object.entries(near)) assert.equal(nearest(word, known), candidate, word);
});

test('a word of which more than half would change is near to nothing', () => {
  for (const word of ['', 'x', 'bar', 'limit', 'cursor', 'x'.repeat(64)]) {
    assert.equal(nearest(word, ['from', 'to', 'pageNumber']), undefined, word);
  }
  assert.equal(nearest('from', []), undefined);
});
