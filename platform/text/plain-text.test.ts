import assert from "node:assert/strict"
import { test } from "node:test"
import { paragraphsOf } from "./plain-text.ts"

test("removes markup, and returns the text of each block separately", () => {
  assert.deepEqual(
    paragraphsOf(
      '<h3>Terms</h3><p>I, <strong>Zo&euml; &lt;b&gt; O&#39;Brien</strong>,\n agree:</p><ul><li>to &amp;lt;</li><li>pay</li></ul>one<br>two <a href="/x">&quot;three&quot;</a>',
    ),
    ["Terms", "I, Zoë <b> O'Brien, agree:", "to &lt;", "pay", "one", 'two "three"'],
  )
  assert.deepEqual(paragraphsOf(""), [])
})
