import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { decodeEntities } from '../../src/lib/html-entities.ts';
import { htmlToText } from '../../src/lib/html-text.ts';

test('HTML is read as a person reads it', () => {
  const cases: [html: string, text: string][] = [
    ['', ''],
    ['just words', 'just words'],
    ['<p>One</p><p>two<br>three</p>', 'One\n\ntwo\nthree'],
    ['<div>a</div><div>b</div><div><br></div><div>c</div>', 'a\nb\n\nc'],
    ['a<br><br><br><br>b', 'a\n\nb'],
    ['  <b>Hello</b>\n   <i>Ada</i>,\t<u>!</u> ', 'Hello Ada, !'],
    ['in<b>sid</b>e', 'inside'],
    ['a&nbsp;&nbsp;b&#160;c', 'a b c'],
    ['&lt;b&gt; &amp;amp; &eacute;&euml; &euro; &#8364; &#x20AC; &hellip;', '<b> &amp; éë € € € …'],
    ['<h1>Title</h1>text<hr>more', 'Title\n\ntext\n\nmore'],
    ['<ul><li>one<li>two<ul><li>deep</li></ul></li></ul>after', '- one\n- two\n- deep\n\nafter'],
    ['<ol><li>one</li><li>two</li></ol>', '1. one\n2. two'],
    ['<table><tr><td>Seats</td><td>40</td></tr><tr><td>Price</td></tr></table>', 'Seats 40\nPrice'],
    ['Yes.<blockquote>Do you?<blockquote>Well</blockquote></blockquote>', 'Yes.\n\n> Do you?\n\n> > Well'],
    ['<pre>  a\n    b</pre>', 'a\n    b'],
    [
      '<a href="https://acme.example/a?b=1&amp;c=2">our offer</a>.',
      'our offer <https://acme.example/a?b=1&c=2>.',
    ],
    ['<a href=https://acme.example/?copy=1&copy=2>x</a>', 'x <https://acme.example/?copy=1&copy=2>'],
    ['<a href="https://acme.example/">acme.example</a>', 'acme.example'],
    ['<a href="mailto:ada@acme.example">Ada</a> <a name="top">Top</a> <a href="#top">up</a>', 'Ada Top up'],
    ['<a href="https://acme.example/"><img src="x.png"></a>', ''],
    ['<img alt="Acme &amp; Sons" src="x.png"> sells', 'Acme & Sons sells'],
    ['<head><title>No</title><style>p{}</style></head>yes<script>if (a<b) "</p>"</script> too', 'yes too'],
    [
      '<style><!-- p > a {} --></style>a<!-- <p>no</p> -->b<!DOCTYPE html PUBLIC "x" "y">c<![endif]>d<?xml version="1"?>e',
      'abcde',
    ],
    ['<SCRIPT>no</SCRIPT ><P TITLE="a > b">yes</P>', 'yes'],
    ['<p title=\'">\'>yes</p><p title=it"s>too</p>', 'yes\n\ntoo'],
    ['1 < 2 and 3 > 2, I <3 it', '1 < 2 and 3 > 2, I <3 it'],
    ['a<p title="never closed>b</p>c', 'a\n\nb\n\nc'],
    ['a</p></blockquote></ul></pre></a>b', 'a\n\nb'],
    ['shown<style>never closed <p>dropped', 'shown'],
    ['shown<!-- never closed <p>dropped', 'shown'],
    ['shown<b', 'shown'],
    ['<o:p>&nbsp;</o:p>x', 'x'],
  ];
  for (const [html, text] of cases) assert.equal(htmlToText(html), text, html);
});

test('character references are read as browsers read them', () => {
  const cases: [string, string][] = [
    ['&eacute; &eacute &Eacute;', 'é é É'],
    ['&hellip &unknown; &;', '&hellip &unknown; &;'],
    ['&#147;&#148;&#x92;', '“”’'],
    ['&#0;&#xD800;&#x110000;&#99999999;', '\uFFFD\uFFFD\uFFFD\uFFFD'],
    ['&#128512;&#x1F600;', '😀😀'],
    ['&#65', 'A'],
    ['&alpha;&Omega;&rho;&sigmaf;', 'αΩρς'],
    ['&yuml;&iexcl;&shy;', 'ÿ¡\u00ad'],
    ['?a=1&copy=2&amp;b', '?a=1&copy=2&b'],
    ['&constructor;&__proto__;', '&constructor;&__proto__;'],
  ];
  for (const [html, text] of cases) assert.equal(decodeEntities(html), text, html);
});

test('no page makes it fail, and words outside of markup are kept', () => {
  const piece = fc.constantFrom(
    ...['<', '>', '"', "'", '=', '/', '!', '-', '--', ' ', '\n', '&', ';', 'href', '</', '<!--', '-->'],
    ...[
      '<p>',
      '</p>',
      '<a href="',
      '<blockquote>',
      '<ul>',
      '<li>',
      '<pre>',
      '</pre>',
      '<br>',
      '<style>',
      '&#x',
    ],
  );
  fc.assert(
    fc.property(fc.array(piece), (pieces) => {
      const text = htmlToText(pieces.join(''));
      assert.ok(!/\n\s*\n\s*\n/.test(text));
      assert.ok(text.isWellFormed());
    }),
  );
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1 }), (words) => {
      const html = words.map((word, index) => `<div class="${index}"><span>${word}</span></div>`).join('');
      assert.equal(htmlToText(html), words.join('\n'));
    }),
  );
});

test('malformed pages take time by their length', () => {
  const length = 200_000;
  const timeOf = (html: string) => {
    const startMs = performance.now();
    htmlToText(html);
    return performance.now() - startMs;
  };
  for (const piece of [
    '<',
    '<a ',
    '<a href="',
    "<p title='",
    '<!--',
    '<!',
    '<style>',
    '</',
    '<blockquote>x',
    '<li>',
    '&',
    '&#',
    ' ',
    '<a href=x ',
  ]) {
    const ms = timeOf(piece.repeat(length / piece.length));
    assert.ok(ms < 15_000, `${JSON.stringify(piece)}: ${ms.toFixed(0)} ms`);
  }
});
